#!/bin/sh
# Checks the monitors of this workspace. The exit code is the gate: 0 passes. Arguments are handed on to `cargo falsify`, such
# as `--message-format junit`. To keep between runs: ~/.cargo/bin/cargo-falsify, ~/.cargo/registry and target.
set -eu
cd "$(dirname "$0")/.."
if [ "$(cargo-falsify --version 2>/dev/null || true)" != "cargo-falsify @VERSION@" ]; then
  # Needs a C++ compiler and libz3 (Debian: libz3-dev).
  cargo install cargo-falsify --version @VERSION@ --locked >&2
fi
exec cargo falsify --workspace "$@"
