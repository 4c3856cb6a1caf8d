; The grammar has four functions, none of which is asked for.
(set-logic BV)
(synth-fun f ((x (_ BitVec 8)) (b Bool)) Bool ((S Bool)) ((S Bool (b (not S)))))
(constraint (f #x01 true))
(constraint (not (f #x02 true)))
(check-synth)
