//! The attributes of cargo falsify.
use proc_macro::TokenStream;

macro_rules! attributes {
    ($($name:ident)*) => {
        $(
            #[proc_macro_attribute]
            pub fn $name(_: TokenStream, item: TokenStream) -> TokenStream {
                item
            }
        )*
    };
}

attributes!(aux control_loop environment input isr monitor output);
