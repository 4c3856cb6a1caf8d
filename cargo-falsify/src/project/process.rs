//! Programs that are run for their output, and given up when someone asks to stop.

use std::io::{self, Read};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// How often it is looked at whether to stop.
const PULSE: Duration = Duration::from_millis(20);

/// What a program says until its end; an error of the kind `Interrupted` if `stop` was set before, and then the program
/// is no more.
pub fn output(command: &mut Command, stop: &AtomicBool) -> io::Result<Output> {
    if stop.load(Ordering::Relaxed) {
        return Err(interrupted());
    }
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (sender, receiver) = mpsc::channel();
    listen(child.stdout.take(), 0, sender.clone());
    listen(child.stderr.take(), 1, sender);
    let mut said = [Vec::new(), Vec::new()];
    loop {
        match receiver.recv_timeout(PULSE) {
            Ok((which, text)) => said[which] = text?,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                child.kill()?;
                child.wait()?;
                return Err(interrupted());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    let status = child.wait()?;
    let [stdout, stderr] = said;
    Ok(Output {
        status,
        stdout,
        stderr,
    })
}

/// A program that is killed may leave others behind that hold its pipes, so nobody waits for the thread.
fn listen(
    pipe: Option<impl Read + Send + 'static>,
    which: usize,
    sender: Sender<(usize, io::Result<Vec<u8>>)>,
) {
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut text));
        let _ = sender.send((which, read.map(|_| text)));
    });
}

/// The error of what was given up.
pub fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "interrupted")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn what_a_program_says_is_kept_apart() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let output = output(&mut command, &AtomicBool::new(false)).expect("it runs");
        assert_eq!(output.stdout, b"out\n");
        assert_eq!(output.stderr, b"err\n");
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn a_program_is_given_up_with_what_it_has_started() {
        let stop = AtomicBool::new(false);
        let start = Instant::now();
        let ended = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            // The inner one holds the pipes when the outer one is gone.
            output(
                Command::new("sh").args(["-c", "sleep 1000; echo late"]),
                &stop,
            )
        });
        let error = ended.expect_err("it was given up");
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
        assert!(start.elapsed() < Duration::from_secs(500));
    }
}
