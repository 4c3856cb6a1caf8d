//! A compact text form of the tree, for tests: one line an item, operators fully parenthesised, names that a macro
//! made marked with `#`.

use crate::syntax::ast::*;

pub fn items(items: &[Item]) -> String {
    let lines: Vec<String> = items.iter().map(item).collect();
    lines.join("\n")
}

fn list<T>(values: &[T], show: impl std::ops::Fn(&T) -> String) -> String {
    values.iter().map(show).collect::<Vec<_>>().join(", ")
}

pub fn item(item: &Item) -> String {
    let name = item.ident.name;
    let body = match &item.kind {
        ItemKind::Mod(inner, _) => format!("mod {name} {{ {} }}", items(inner).replace('\n', " ")),
        ItemKind::Use(imports) => list(imports, import),
        ItemKind::ExternCrate { original } => format!("extern crate {original} as {name}"),
        ItemKind::Fn(it) => function(name.as_str(), it),
        ItemKind::Struct(g, data) => format!("struct {name}{}{}", generics(g), fields(data)),
        ItemKind::Enum(g, variants) => {
            format!(
                "enum {name}{} {{ {} }}",
                generics(g),
                list(variants, variant)
            )
        }
        ItemKind::Trait(it) => format!(
            "trait {name}{}{} {{ {} }}",
            generics(&it.generics),
            bounds(": ", &it.supertraits),
            list(&it.items, assoc)
        ),
        ItemKind::Impl(it) => format!(
            "impl{} {}{}{}{} {{ {} }}",
            generics(&it.generics),
            if it.negative { "!" } else { "" },
            it.of_trait
                .as_ref()
                .map_or(String::new(), |p| path(p) + " for "),
            ty(&it.self_ty),
            predicates(&it.generics),
            list(&it.items, assoc)
        ),
        ItemKind::TypeAlias(g, value) => {
            let value = value
                .as_ref()
                .map_or(String::new(), |t| format!(" = {}", ty(t)));
            format!("type {name}{}{value}", generics(g))
        }
        ItemKind::Const(t, value) => format!("const {name}: {}{}", ty(t), initial(value)),
        ItemKind::Static {
            mutable,
            ty: t,
            init,
        } => {
            let mutable = if *mutable { "mut " } else { "" };
            format!("static {mutable}{name}: {}{}", ty(t), initial(init))
        }
        ItemKind::Unsupported { what } => format!("unsupported({what})"),
    };
    attrs(&item.attrs) + &vis(&item.vis) + &body
}

fn vis(vis: &Visibility) -> String {
    match vis {
        Visibility::Private => String::new(),
        Visibility::Public => "pub ".into(),
        Visibility::Crate => "pub(crate) ".into(),
        Visibility::Restricted(p) => format!("pub(in {}) ", path(p)),
    }
}

pub fn attrs(attrs: &Attrs) -> String {
    let mut out = String::new();
    for attr in &attrs.falsify {
        let of = |of: &Option<Path>| {
            of.as_ref()
                .map_or(String::new(), |p| format!("(of = {})", path(p)))
        };
        out += &match &attr.kind {
            FalsifyAttrKind::ControlLoop { init } => format!("#[control_loop{}] ", initial(init)),
            FalsifyAttrKind::Monitor { of: it } => format!("#[monitor{}] ", of(it)),
            FalsifyAttrKind::Aux => "#[aux] ".into(),
            FalsifyAttrKind::Input { range } => format!("#[input{}] ", initial(range)),
            FalsifyAttrKind::Output => "#[output] ".into(),
            FalsifyAttrKind::Environment { of: it } => format!("#[environment{}] ", of(it)),
            FalsifyAttrKind::Isr {
                max,
                preempt,
                of: it,
            } => format!("#[isr{} preempt={preempt}{}] ", initial(max), of(it)),
        };
    }
    out
}

fn initial(value: &Option<Expr>) -> String {
    value
        .as_ref()
        .map_or(String::new(), |e| format!(" = {}", expr(e)))
}

fn import(import: &Import) -> String {
    let kind = match &import.kind {
        ImportKind::Named(ident) => format!(" as {}", ident.name),
        ImportKind::Anonymous => " as _".into(),
        ImportKind::Glob => "::*".into(),
    };
    format!("use {}{kind}", path(&import.path))
}

fn function(name: &str, it: &Fn) -> String {
    let params = list(&it.params, |p| {
        format!("{}{}: {}", attrs(&p.attrs), pat(&p.pat), ty(&p.ty))
    });
    let ret = it
        .ret
        .as_ref()
        .map_or(String::new(), |t| format!(" -> {}", ty(t)));
    let body = it
        .body
        .as_ref()
        .map_or(";".into(), |b| format!(" {}", block(b)));
    let words = [
        ("const ", it.is_const),
        ("async ", it.is_async),
        ("unsafe ", it.is_unsafe),
    ];
    let words: String = words
        .iter()
        .filter(|(_, on)| *on)
        .map(|(word, _)| *word)
        .collect();
    format!(
        "{words}fn {name}{}({params}){ret}{}{body}",
        generics(&it.generics),
        predicates(&it.generics)
    )
}

fn fields(data: &VariantData) -> String {
    let field = |f: &Field| format!("{}{}: {}", vis(&f.vis), f.ident.name, ty(&f.ty));
    match data {
        VariantData::Unit => String::new(),
        VariantData::Tuple(fields) => format!("({})", list(fields, field)),
        VariantData::Named(fields) => format!(" {{ {} }}", list(fields, field)),
    }
}

fn variant(variant: &Variant) -> String {
    let default = if variant.attrs.default {
        "#[default] "
    } else {
        ""
    };
    format!(
        "{default}{}{}{}",
        variant.ident.name,
        fields(&variant.data),
        initial(&variant.discriminant)
    )
}

fn assoc(item: &AssocItem) -> String {
    let name = item.ident.name;
    let body = match &item.kind {
        AssocKind::Fn(it) => function(name.as_str(), it),
        AssocKind::Const(t, value) => format!("const {name}: {}{}", ty(t), initial(value)),
        AssocKind::Type {
            generics: g,
            bounds: b,
            default,
        } => {
            let value = default
                .as_ref()
                .map_or(String::new(), |t| format!(" = {}", ty(t)));
            format!("type {name}{}{}{value}", generics(g), bounds(": ", b))
        }
        AssocKind::Unsupported { what } => format!("unsupported({what})"),
    };
    attrs(&item.attrs) + &vis(&item.vis) + &body
}

fn generics(generics: &Generics) -> String {
    if generics.params.is_empty() {
        return String::new();
    }
    let param = |p: &GenericParam| match &p.kind {
        GenericParamKind::Type {
            bounds: b,
            default,
            sized,
        } => {
            let default = default
                .as_ref()
                .map_or(String::new(), |t| format!(" = {}", ty(t)));
            let mark = if *sized { "" } else { "?" };
            format!("{}{mark}{}{default}", p.ident.name, bounds(": ", b))
        }
        GenericParamKind::Const { ty: t, default } => {
            let default = default
                .as_ref()
                .map_or(String::new(), |c| format!(" = {}", expr(&c.value)));
            format!("const {}: {}{default}", p.ident.name, ty(t))
        }
    };
    format!("<{}>", list(&generics.params, param))
}

fn predicates(generics: &Generics) -> String {
    if generics.predicates.is_empty() {
        return String::new();
    }
    let predicate = |p: &WherePredicate| ty(&p.ty) + &bounds(": ", &p.bounds);
    format!(" where {}", list(&generics.predicates, predicate))
}

fn bounds(before: &str, bounds: &[Bound]) -> String {
    if bounds.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = bounds.iter().map(|bound| path(&bound.path)).collect();
    before.to_string() + &shown.join(" + ")
}

pub fn path(path: &Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(segment).collect();
    let root = match path.root {
        PathRoot::Relative => String::new(),
        PathRoot::Global => "::".into(),
        PathRoot::DollarCrate(krate) => format!("${krate}::"),
    };
    match &path.qself {
        None => root + &segments.join("::"),
        Some((t, 0)) => format!("<{}>::{root}{}", ty(t), segments.join("::")),
        Some((t, n)) => format!(
            "<{} as {root}{}>::{}",
            ty(t),
            segments[..*n].join("::"),
            segments[*n..].join("::")
        ),
    }
}

fn ident(ident: &Ident) -> String {
    match ident.hygiene {
        0 => ident.name.to_string(),
        _ => format!("{}#", ident.name),
    }
}

fn segment(segment: &Segment) -> String {
    let name = ident(&segment.ident);
    match &segment.args {
        None => name,
        Some(args) => name + &generic_args(args),
    }
}

fn generic_args(args: &GenericArgs) -> String {
    match args {
        GenericArgs::Angle { args, constraints } => {
            let args = args.iter().map(|arg| match arg {
                GenericArg::Type(t) => ty(t),
                GenericArg::Const(c) => format!("{{{}}}", expr(&c.value)),
            });
            let constraints = constraints.iter().map(|c| match &c.kind {
                AssocConstraintKind::Equals(t) => format!("{} = {}", c.ident.name, ty(t)),
                AssocConstraintKind::Bounds(b) => format!("{}{}", c.ident.name, bounds(": ", b)),
            });
            format!(
                "<{}>",
                args.chain(constraints).collect::<Vec<_>>().join(", ")
            )
        }
        GenericArgs::Paren { inputs, output } => {
            let output = output
                .as_ref()
                .map_or(String::new(), |t| format!(" -> {}", ty(t)));
            format!("({}){output}", list(inputs, ty))
        }
    }
}

pub fn ty(t: &Ty) -> String {
    let word = |mutable: &bool| if *mutable { "mut " } else { "" };
    match &t.kind {
        TyKind::Path(p) => path(p),
        TyKind::Ref { mutable, inner } => format!("&{}{}", word(mutable), ty(inner)),
        TyKind::Ptr { mutable, inner } => {
            let word = if *mutable { "mut" } else { "const" };
            format!("*{word} {}", ty(inner))
        }
        TyKind::Array(elem, len) => format!("[{}; {}]", ty(elem), expr(&len.value)),
        TyKind::Slice(elem) => format!("[{}]", ty(elem)),
        TyKind::Tuple(elems) => format!("({})", list(elems, ty)),
        TyKind::Never => "!".into(),
        TyKind::Infer => "_".into(),
        TyKind::ImplTrait(b) => bounds("impl ", b),
        TyKind::DynTrait(b) => bounds("dyn ", b),
        TyKind::Fn { params, ret } => {
            let ret = ret
                .as_ref()
                .map_or(String::new(), |t| format!(" -> {}", ty(t)));
            format!("fn({}){ret}", list(params, ty))
        }
        TyKind::Unsupported { what } => format!("unsupported({what})"),
    }
}

pub fn block(block: &Block) -> String {
    let shown = block.stmts.iter().map(stmt);
    let mut parts: Vec<String> = shown.filter(|text| !text.is_empty()).collect();
    parts.extend(block.expr.as_ref().map(|e| expr(e)));
    match parts.is_empty() {
        true => "{}".into(),
        false => format!("{{ {} }}", parts.join(" ")),
    }
}

fn stmt(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Let {
            pat: p,
            ty: t,
            init,
            else_block,
            ..
        } => {
            let t = t.as_ref().map_or(String::new(), |t| format!(": {}", ty(t)));
            let diverge = else_block
                .as_ref()
                .map_or(String::new(), |b| format!(" else {}", block(b)));
            format!("let {}{t}{}{diverge};", pat(p), initial(init))
        }
        Stmt::Expr { expr: e, semi } => expr(e) + if *semi { ";" } else { "" },
        Stmt::Item(it) => format!("item {}", item(it)),
        Stmt::MacroDefinition(_) => String::new(),
    }
}

fn label(label: &Option<Ident>) -> String {
    label
        .as_ref()
        .map_or(String::new(), |l| format!("'{}: ", ident(l)))
}

fn optional(value: &Option<Box<Expr>>) -> String {
    value.as_ref().map_or(String::new(), |e| expr(e))
}

pub fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Lit(it) => lit(it),
        ExprKind::Path(it) => path(it),
        ExprKind::Unary(op, it) => {
            let op = if *op == UnaryOp::Not { "!" } else { "-" };
            format!("{op}{}", expr(it))
        }
        ExprKind::Deref(it) => format!("*{}", expr(it)),
        ExprKind::Binary(op, l, r) => format!("({} {} {})", expr(l), sign(*op), expr(r)),
        ExprKind::Lazy(op, l, r) => {
            let op = if *op == LazyOp::And { "&&" } else { "||" };
            format!("({} {op} {})", expr(l), expr(r))
        }
        ExprKind::Assign(l, r) => format!("{} = {}", expr(l), expr(r)),
        ExprKind::AssignOp(op, l, r) => format!("{} {}= {}", expr(l), sign(*op), expr(r)),
        ExprKind::Ref { mutable, expr: it } => {
            format!("&{}{}", if *mutable { "mut " } else { "" }, expr(it))
        }
        ExprKind::RawRef { mutable, expr: it } => {
            format!(
                "&raw {} {}",
                if *mutable { "mut" } else { "const" },
                expr(it)
            )
        }
        ExprKind::Field(base, field) => format!("{}.{}", expr(base), field.name),
        ExprKind::MethodCall {
            receiver,
            method,
            args,
        } => {
            let generic = method
                .args
                .as_ref()
                .map_or(String::new(), |a| format!("::{}", generic_args(a)));
            format!(
                "{}.{}{generic}({})",
                expr(receiver),
                method.ident.name,
                list(args, expr)
            )
        }
        ExprKind::Call(callee, args) => format!("{}({})", expr(callee), list(args, expr)),
        ExprKind::Index(base, index, _) => format!("{}[{}]", expr(base), expr(index)),
        ExprKind::Range {
            start,
            end,
            inclusive,
        } => {
            let dots = if *inclusive { "..=" } else { ".." };
            format!("({}{dots}{})", optional(start), optional(end))
        }
        ExprKind::Tuple(elems) => format!("tuple({})", list(elems, expr)),
        ExprKind::Array(elems) => format!("[{}]", list(elems, expr)),
        ExprKind::Repeat(value, len) => format!("[{}; {}]", expr(value), expr(&len.value)),
        ExprKind::Struct {
            path: p,
            fields,
            base,
        } => {
            let mut parts: Vec<String> = fields
                .iter()
                .map(|f| format!("{}: {}", f.ident.name, expr(&f.value)))
                .collect();
            parts.extend(base.as_ref().map(|b| format!("..{}", expr(b))));
            format!("{} {{ {} }}", path(p), parts.join(", "))
        }
        ExprKind::Block { block: b, label: l } => label(l) + &block(b),
        ExprKind::Unsafe(b) => format!("unsafe {}", block(b)),
        ExprKind::ConstBlock(b) => format!("const {}", block(b)),
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            let otherwise = otherwise
                .as_ref()
                .map_or(String::new(), |e| format!(" else {}", expr(e)));
            format!("if {} {}{otherwise}", expr(cond), block(then))
        }
        ExprKind::Let(p, value) => format!("let {} = {}", pat(p), expr(value)),
        ExprKind::Match(value, arms) => {
            let arm = |arm: &Arm| {
                let guard = arm
                    .guard
                    .as_ref()
                    .map_or(String::new(), |g| format!(" if {}", expr(g)));
                format!("{}{guard} => {}", pat(&arm.pat), expr(&arm.body))
            };
            format!("match {} {{ {} }}", expr(value), list(arms, arm))
        }
        ExprKind::While {
            cond,
            body,
            label: l,
        } => format!("{}while {} {}", label(l), expr(cond), block(body)),
        ExprKind::Loop { body, label: l } => format!("{}loop {}", label(l), block(body)),
        ExprKind::For {
            pat: p,
            iter,
            body,
            label: l,
        } => format!(
            "{}for {} in {} {}",
            label(l),
            pat(p),
            expr(iter),
            block(body)
        ),
        ExprKind::Break { label: l, value } => {
            let l = l
                .as_ref()
                .map_or(String::new(), |l| format!(" '{}", ident(l)));
            let value = value
                .as_ref()
                .map_or(String::new(), |v| format!(" {}", expr(v)));
            format!("break{l}{value}")
        }
        ExprKind::Continue { label: l } => {
            let l = l
                .as_ref()
                .map_or(String::new(), |l| format!(" '{}", ident(l)));
            format!("continue{l}")
        }
        ExprKind::Return(value) => format!("return {}", optional(value)).trim_end().into(),
        ExprKind::Closure(it) => {
            let params = list(&it.params, |(p, t)| {
                pat(p) + &t.as_ref().map_or(String::new(), |t| format!(": {}", ty(t)))
            });
            let ret = it
                .ret
                .as_ref()
                .map_or(String::new(), |t| format!(" -> {}", ty(t)));
            let word = if it.by_move { "move " } else { "" };
            format!("{word}|{params}|{ret} {}", expr(&it.body))
        }
        ExprKind::Cast(it, t) => format!("({} as {})", expr(it), ty(t)),
        ExprKind::Try(it) => format!("{}?", expr(it)),
        ExprKind::Panic { kind, args } => format!("{kind:?}!({})", list(args, expr)),
        ExprKind::Assert { cond, args } => {
            format!("Assert!({}; {})", expr(cond), list(args, expr))
        }
        ExprKind::AssertCompare {
            equal,
            left,
            right,
            args,
        } => {
            let op = if *equal { "==" } else { "!=" };
            format!(
                "Assert!({} {op} {}; {})",
                expr(left),
                expr(right),
                list(args, expr)
            )
        }
        ExprKind::Log { args } => format!("Log!({})", list(args, expr)),
        ExprKind::FormatArgs { args } => format!("FormatArgs!({})", list(args, expr)),
        ExprKind::Check { name, cond } => format!("Check!({name:?}, {})", expr(cond)),
        ExprKind::Unsupported { what } => format!("unsupported({what})"),
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

fn lit(lit: &Lit) -> String {
    let suffix = |s: &Option<crate::source::Symbol>| s.map_or(String::new(), |s| s.to_string());
    match lit {
        Lit::Int(value, s) => format!("{value}{}", suffix(s)),
        Lit::Float(digits, s) => format!("float {digits}{}", suffix(s)),
        Lit::Bool(value) => value.to_string(),
        Lit::Char(value) => format!("{value:?}"),
        Lit::Byte(value) => format!("b{:?}", *value as char),
        Lit::Str(value) => format!("{value:?}"),
        Lit::ByteStr(value) => format!("b{:?}", String::from_utf8_lossy(value)),
    }
}

pub fn pat(p: &Pat) -> String {
    match &p.kind {
        PatKind::Wild => "_".into(),
        PatKind::Rest => "..".into(),
        PatKind::Ident {
            by_ref,
            mutable,
            ident: name,
            sub,
        } => {
            let by_ref = if *by_ref { "ref " } else { "" };
            let mutable = if *mutable { "mut " } else { "" };
            let sub = sub
                .as_ref()
                .map_or(String::new(), |p| format!(" @ {}", pat(p)));
            format!("{by_ref}{mutable}{}{sub}", ident(name))
        }
        PatKind::Lit { negated, lit: it } => {
            format!("{}{}", if *negated { "-" } else { "" }, lit(it))
        }
        PatKind::Path(it) => path(it),
        PatKind::Range {
            start,
            end,
            inclusive,
        } => {
            let dots = if *inclusive { "..=" } else { ".." };
            format!("{}{dots}{}", optional(start), optional(end))
        }
        PatKind::Tuple(elems) => format!("({})", list(elems, pat)),
        PatKind::TupleStruct(it, elems) => format!("{}({})", path(it), list(elems, pat)),
        PatKind::Struct {
            path: it,
            fields,
            rest,
        } => {
            let mut parts: Vec<String> = fields
                .iter()
                .map(|f| format!("{}: {}", f.ident.name, pat(&f.pat)))
                .collect();
            parts.extend(rest.then(|| "..".to_string()));
            format!("{} {{ {} }}", path(it), parts.join(", "))
        }
        PatKind::Ref { mutable, pat: it } => {
            format!("&{}{}", if *mutable { "mut " } else { "" }, pat(it))
        }
        PatKind::Slice(elems) => format!("[{}]", list(elems, pat)),
        PatKind::Or(cases) => cases.iter().map(pat).collect::<Vec<_>>().join(" | "),
        PatKind::Unsupported { what } => format!("unsupported({what})"),
    }
}
