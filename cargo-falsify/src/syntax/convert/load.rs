//! Files: reading, parsing, following `mod name;`.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use syn::Item as SynItem;

use super::Converter;
use crate::diagnostic::{syntax as codes, Diagnostic};
use crate::source::{FileId, Span};
use crate::syntax::ast::{self, Item};
use crate::syntax::attrs::path_attribute;
use crate::syntax::lex;
use crate::syntax::modules::{Directory, NoModule};

/// A file that was read and parsed.
#[derive(Clone)]
pub struct Parsed {
    pub file: FileId,
    pub tree: Rc<syn::File>,
}

impl Converter<'_> {
    /// The items of the crate, the span of its root file, and whether it is `no_std`.
    pub(super) fn crate_root(&mut self, root: &Path) -> (Vec<Item>, Span, bool) {
        let Some(parsed) = self.load(root, None) else {
            return (Vec::new(), Span::new(FileId(0), 0, 0), false);
        };
        let length = self.sources.file(parsed.file).text.len() as u32;
        let span = Span::new(parsed.file, 0, length);
        self.spans.enter(parsed.file);
        let Some(attrs) = self.cfg(&parsed.tree.attrs) else {
            return (Vec::new(), span, false);
        };
        let no_std = attrs.iter().any(|attr| attr.path().is_ident("no_std"));
        let children = Directory::beside(root);
        self.open_files.push(root.to_path_buf());
        self.collect_macros(&parsed.tree.items, &children);
        let items = self.module_items(&parsed.tree.items, &children, false);
        self.open_files.pop();
        (items, span, no_std)
    }

    /// Reads and parses a file once. `asked` is the `mod` item, for errors.
    fn load(&mut self, path: &Path, asked: Option<Span>) -> Option<Parsed> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let parsed = self.read(path, asked).and_then(|file| self.parse(file));
        self.files.insert(path.to_path_buf(), parsed.clone());
        parsed
    }

    fn read(&mut self, path: &Path, asked: Option<Span>) -> Option<FileId> {
        let problem = match self.input.loader.read(path) {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => return Some(self.sources.add(path, text)),
                Err(error) => format!(
                    "it is not UTF-8: the first bad byte is at offset {}",
                    error.utf8_error().valid_up_to()
                ),
            },
            Err(error) => error.to_string(),
        };
        let span = asked.unwrap_or_else(|| {
            let file = self.sources.add(path, String::new());
            Span::new(file, 0, 0)
        });
        let message = format!("cannot read {}: {problem}", path.display());
        self.report(Diagnostic::new(codes::READ, span, message));
        None
    }

    fn parse(&mut self, file: FileId) -> Option<Parsed> {
        let text = lex::mask(&self.sources.file(file).text).into_owned();
        self.spans.register(file, &text);
        let before = self.spans.enter(file);
        let tree = self.parse_text(file, &text);
        self.spans.enter(before);
        let tree = Rc::new(tree?);
        Some(Parsed { file, tree })
    }

    fn parse_text(&mut self, file: FileId, text: &str) -> Option<syn::File> {
        let end = text.len() as u32;
        self.spans.set_nowhere(Span::new(file, end, end));
        if let Some(at) = lex::endless_line(text) {
            let message = "this line is too long to be read";
            let span = Span::new(file, at, at);
            self.report(Diagnostic::new(codes::NESTING, span, message));
            return None;
        }
        match lex::lex(text) {
            Ok(tokens) => {
                if let Err(found) = lex::check_delimiters(&tokens) {
                    self.report_nesting(found);
                    return None;
                }
                self.parse_tokens(tokens)
            }
            Err(error) => {
                let span = self.place(error.span()).span;
                let (message, length) = lex::explain(&text[span.lo as usize..]);
                let span = Span::new(file, span.lo, span.lo + length);
                self.report(Diagnostic::new(codes::PARSE, span, message));
                None
            }
        }
    }

    /// Parses tokens whose nesting is within bounds, and reports what is wrong with them.
    pub(in crate::syntax) fn parse_tokens<T: syn::parse::Parse>(
        &mut self,
        tokens: proc_macro2::TokenStream,
    ) -> Option<T> {
        self.parse_tokens_with(T::parse, tokens)
    }

    pub(in crate::syntax) fn parse_tokens_with<T>(
        &mut self,
        parser: impl FnOnce(syn::parse::ParseStream) -> syn::Result<T>,
        tokens: proc_macro2::TokenStream,
    ) -> Option<T> {
        let mut too_deep = None;
        let checked = |input: syn::parse::ParseStream| {
            if let Err(found) = lex::check_nesting(input.cursor()) {
                let error = syn::Error::new(found.at, &found.what);
                too_deep = Some(found);
                return Err(error);
            }
            parser(input)
        };
        let error = match syn::parse::Parser::parse2(checked, tokens) {
            Ok(tree) => return Some(tree),
            Err(error) => error,
        };
        match too_deep {
            Some(found) => self.report_nesting(found),
            None => self.report_parse(&error),
        }
        None
    }

    fn report_nesting(&mut self, found: lex::TooDeep) {
        let span = self.place(found.at).span;
        let help = "split the code into smaller functions or statements";
        self.report(Diagnostic::new(codes::NESTING, span, found.what).help(help));
    }

    /// The items of a `mod name;`, from its file, and the end of that.
    pub(super) fn module_from_file(
        &mut self,
        name: &str,
        attrs: &[syn::Attribute],
        directory: &Directory,
        asked: Span,
        macro_use: bool,
    ) -> (Vec<Item>, Option<Span>) {
        let Some(found) = self.find_module(name, attrs, directory, Some(asked)) else {
            return Default::default();
        };
        if self.open_files.contains(&found.file) {
            self.report_cycle(&found.file, asked);
            return Default::default();
        }
        let Some(parsed) = self.load(&found.file, Some(asked)) else {
            return Default::default();
        };
        let before = self.spans.enter(parsed.file);
        self.open_files.push(found.file);
        let items = match self.is_compiled(&parsed.tree.attrs) {
            true => self.module_items(&parsed.tree.items, &found.children, macro_use),
            false => Vec::new(),
        };
        self.open_files.pop();
        self.spans.enter(before);
        let length = self.sources.file(parsed.file).text.len() as u32;
        (items, Some(Span::new(parsed.file, length, length)))
    }

    fn report_cycle(&mut self, file: &Path, asked: Span) {
        let from = self.open_files.iter().position(|open| open == file);
        let cycle: Vec<String> = self.open_files[from.unwrap_or(0)..]
            .iter()
            .chain([&file.to_path_buf()])
            .map(|path| path.display().to_string())
            .collect();
        let message = format!("modules contain each other: {}", cycle.join(" → "));
        self.report(Diagnostic::new(codes::MODULE_CYCLE, asked, message));
    }

    /// The file of a module; errors are reported at `asked`, if given.
    fn find_module(
        &mut self,
        name: &str,
        attrs: &[syn::Attribute],
        directory: &Directory,
        asked: Option<Span>,
    ) -> Option<crate::syntax::modules::ModuleFile> {
        let path = path_attribute(attrs);
        match directory.file(name, path.as_deref(), self.input.loader) {
            Ok(found) => Some(found),
            Err(problem) => {
                if let Some(span) = asked {
                    self.report(missing_module(name, &problem, span));
                }
                None
            }
        }
    }

    /// Defines the macros of all modules beforehand, for calls by path that stand before the definition, and notes
    /// the names of the modules.
    fn collect_macros(&mut self, items: &[SynItem], directory: &Directory) {
        for item in items {
            match item {
                SynItem::Macro(item) if is_macro_rules(item) && self.is_compiled(&item.attrs) => {
                    self.collect_macro(item);
                }
                SynItem::Mod(item) => self.collect_macros_of(item, directory),
                _ => {}
            }
        }
    }

    /// What is wrong with the definition is said when the definition itself is converted.
    fn collect_macro(&mut self, item: &syn::ItemMacro) {
        if let (Some(ident), Some(Ok(definition))) =
            (&item.ident, self.macro_definition(item, None))
        {
            let definition = Rc::new(definition);
            let place = self.place(ident.span());
            self.definitions.insert(place.span, definition.clone());
            let name = definition.name.clone();
            self.crate_macros.insert(name, definition);
        }
    }

    fn collect_macros_of(&mut self, item: &syn::ItemMod, directory: &Directory) {
        let before = self.diagnostics.len();
        let attrs = self.cfg(&item.attrs);
        self.diagnostics.truncate(before);
        let Some(attrs) = attrs else {
            return;
        };
        let name = crate::syntax::attrs::unraw(&item.ident);
        self.modules.insert(name.clone());
        if let Some((_, items)) = &item.content {
            let children = directory.inline(&name, path_attribute(&attrs).as_deref());
            return self.collect_macros(items, &children);
        }
        let Some(found) = self.find_module(&name, &attrs, directory, None) else {
            return;
        };
        let asked = self.place(item.ident.span()).span;
        if self.open_files.contains(&found.file) {
            return;
        }
        if let Some(parsed) = self.load(&found.file, Some(asked)) {
            let before = self.spans.enter(parsed.file);
            self.open_files.push(found.file);
            self.collect_macros(&parsed.tree.items, &found.children);
            self.open_files.pop();
            self.spans.enter(before);
        }
    }
}

pub fn is_macro_rules(item: &syn::ItemMacro) -> bool {
    item.mac.path.is_ident("macro_rules")
}

fn missing_module(name: &str, problem: &NoModule, span: Span) -> Diagnostic {
    let list = |paths: &[PathBuf]| {
        let shown: Vec<String> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        shown.join(" or ")
    };
    match problem {
        NoModule::Missing(paths) => {
            let message = format!("there is no file for module `{name}`");
            Diagnostic::new(codes::MODULE_FILE, span, message)
                .help(format!("create {}", list(paths)))
        }
        NoModule::Ambiguous(paths) => {
            let message = format!("module `{name}` has two files: {}", list(paths));
            Diagnostic::new(codes::MODULE_FILE, span, message).help("remove one of them")
        }
    }
}

/// Which editions there are, by the names that cargo uses.
impl std::str::FromStr for ast::Edition {
    type Err = String;

    fn from_str(name: &str) -> Result<ast::Edition, String> {
        match name {
            "2015" => Ok(ast::Edition::E2015),
            "2018" => Ok(ast::Edition::E2018),
            "2021" => Ok(ast::Edition::E2021),
            "2024" => Ok(ast::Edition::E2024),
            other => Err(format!("unknown edition `{other}`")),
        }
    }
}
