//! The evaluation: cases, configurations, runs under one limit, and tables of what came out.
//!
//! Every run is one row of a file of comma-separated values, written as soon as it is known. What is there already, by the same
//! program under the same limits, is not run again. Tables and plots are made of that file alone.

pub mod case;
pub mod configuration;
pub mod crosscheck;
pub mod peer;
pub mod plot;
pub mod process;
pub mod row;
pub mod run;
pub mod table;
