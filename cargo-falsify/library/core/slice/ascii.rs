//! Bytes as ASCII text.

use crate::intrinsics;

impl [u8] {
    pub const fn is_ascii(&self) -> bool {
        let mut i = 0;
        while i < self.len() {
            if !self[i].is_ascii() {
                return false;
            }
            i += 1;
        }
        true
    }

    pub const fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let mut i = 0;
        while i < self.len() {
            if !self[i].eq_ignore_ascii_case(&other[i]) {
                return false;
            }
            i += 1;
        }
        true
    }

    pub const fn make_ascii_uppercase(&mut self) {
        let mut i = 0;
        while i < self.len() {
            self[i].make_ascii_uppercase();
            i += 1;
        }
    }

    pub const fn make_ascii_lowercase(&mut self) {
        let mut i = 0;
        while i < self.len() {
            self[i].make_ascii_lowercase();
            i += 1;
        }
    }

    pub const fn trim_ascii_start(&self) -> &[u8] {
        let mut start = 0;
        while start < self.len() && self[start].is_ascii_whitespace() {
            start += 1;
        }
        intrinsics::slice_part(self, start, self.len() - start)
    }

    pub const fn trim_ascii_end(&self) -> &[u8] {
        let mut end = self.len();
        while end > 0 && self[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        intrinsics::slice_part(self, 0, end)
    }

    pub const fn trim_ascii(&self) -> &[u8] {
        self.trim_ascii_start().trim_ascii_end()
    }
}
