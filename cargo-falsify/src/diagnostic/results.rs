//! Codes of results that were kept: shards to merge.

use super::Entry;

pub const UNREADABLE: &str = "results::unreadable";
pub const INCOMPLETE: &str = "results::incomplete";
pub const FAILED: &str = "results::failed";
pub const PARTIAL: &str = "results::partial";
pub const OVERLAP: &str = "results::overlap";
pub const DIFFERENT: &str = "results::different";

pub(super) const CODES: &[Entry] = &[
    (
        UNREADABLE,
        "A file holds no results\n\
         \n\
         Results are what one run of `cargo falsify --message-format json` prints to stdout: one JSON object a line, a \
         `summary` at the end.\n\
         \n\
         What to do: give the file that such a run has written, and nothing else in it, not even what the run says on stderr.",
    ),
    (
        INCOMPLETE,
        "Results end too early\n\
         \n\
         A run ends with a `summary` that says how many verdicts there are. This file has none, or other verdicts than the run \
         had to give: the run was killed, or the file was not copied as a whole. What is missing may be what is violated.\n\
         \n\
         What to do: run the check again and keep all that it prints.",
    ),
    (
        FAILED,
        "Results of a run that checked nothing\n\
         \n\
         The crate did not build, a setting was wrong, or the run was interrupted before it began to check. There are no verdicts \
         to go on with.\n\
         \n\
         What to do: see what that run says on stderr, and run it again.",
    ),
    (
        PARTIAL,
        "A shard is missing\n\
         \n\
         `--shard K/N` checks one of N parts. Together they are the whole check, which one part alone does not stand for:\n\
         \n\
         cargo falsify --shard 1/2 --message-format json > 1.json\n\
         cargo falsify --shard 2/2 --message-format json > 2.json\n\
         cargo falsify merge 1.json 2.json\n\
         \n\
         What to do: run the shards that are missing and merge all N.",
    ),
    (
        OVERLAP,
        "A shard is there twice\n\
         \n\
         Each property belongs to exactly one shard. Two files of the same shard, or a verdict in a shard to which it does not \
         belong, are not parts of one check; if they differ, nobody knows which one is right.\n\
         \n\
         What to do: give each shard once.",
    ),
    (
        DIFFERENT,
        "Results are not of the same check\n\
         \n\
         Shards go together if the sources, the version of the tool, the settings and filters, the packages and the number of shards \
         are the same. Verdicts about different code, or with different bounds, make no verdict together.\n\
         \n\
         What to do: run all shards on the same commit with the same options, but for `--shard` and `--jobs`.",
    ),
];
