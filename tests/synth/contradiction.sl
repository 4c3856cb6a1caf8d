; One input, two outputs.
(set-logic BV)
(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((S (_ BitVec 8))) ((S (_ BitVec 8) (x (bvnot S)))))
(constraint (= (f #x01) #x01))
(constraint (= (f #x01) #xfe))
(check-synth)
