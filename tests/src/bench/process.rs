//! A program under a limit of time and memory, and what it took.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub time: Duration,
    /// In bytes.
    pub memory: u64,
}

/// A program that has ended, or was ended.
#[derive(Debug)]
pub struct Ended {
    /// None if it took too long.
    pub status: Option<ExitStatus>,
    pub time: Duration,
    /// Time of the processor, with that of the programs that it started and waited for.
    pub cpu: Duration,
    /// The most memory that it, or a program that it started, had at a time; in bytes.
    pub peak: u64,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// What it said at last.
    pub fn last_words(&self) -> &str {
        let lines = self.stderr.lines().chain(self.stdout.lines());
        lines.last().unwrap_or("nothing was said")
    }
}

const BEAT: Duration = Duration::from_millis(5);

/// Runs a program and all that it starts until the end or for the given time. What it says goes through files in a folder, as
/// a pipe that nobody reads would stop it.
pub fn run(command: &mut Command, time: Duration, folder: &Path) -> io::Result<Ended> {
    let (stdout, stderr) = (folder.join("stdout"), folder.join("stderr"));
    command
        .stdin(Stdio::null())
        .stdout(File::create(&stdout)?)
        .stderr(File::create(&stderr)?)
        .process_group(0);
    let begin = Instant::now();
    let child = command.spawn()?;
    let (status, usage) = wait(&child, begin + time)?;
    let read = |path: &Path| -> io::Result<String> {
        Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
    };
    Ok(Ended {
        status,
        time: begin.elapsed(),
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        // The system counts in units of 1024 bytes.
        peak: usage.ru_maxrss as u64 * 1024,
        stdout: read(&stdout)?,
        stderr: read(&stderr)?,
    })
}

fn wait(child: &Child, end: Instant) -> io::Result<(Option<ExitStatus>, libc::rusage)> {
    let mut in_time = true;
    loop {
        if let (Some(status), usage) = wait4(child)? {
            return Ok((in_time.then_some(status), usage));
        }
        if in_time && Instant::now() >= end {
            in_time = false;
            kill_group(child);
        }
        thread::sleep(BEAT);
    }
}

/// The status of a program, once it has ended, with what it used.
fn wait4(child: &Child) -> io::Result<(Option<ExitStatus>, libc::rusage)> {
    let (pid, mut status) = (child.id() as libc::pid_t, 0);
    // SAFETY: all zeros are a value of this plain struct.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both places live until the call returns, and nothing else waits for this child.
    match unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok((None, usage)),
        _ => Ok((Some(ExitStatus::from_raw(status)), usage)),
    }
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000)
}

fn kill_group(child: &Child) {
    // SAFETY: it is the group that the child leads, and the child has not been waited for.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
}

/// Lets a program have no more memory than this.
pub fn limit_memory(command: &mut Command, bytes: u64) {
    let limit = libc::rlimit {
        rlim_cur: bytes,
        rlim_max: bytes,
    };
    // SAFETY: setting a limit is allowed between fork and exec.
    unsafe {
        command.pre_exec(move || match libc::setrlimit(libc::RLIMIT_AS, &limit) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(folder: &Path, script: &str, milliseconds: u64) -> Ended {
        let mut command = Command::new("sh");
        let command = command.args(["-c", script]).current_dir(folder);
        run(command, Duration::from_millis(milliseconds), folder).expect("a shell")
    }

    #[test]
    fn what_ends_is_heard() {
        let folder = tempfile::tempdir().expect("a folder");
        let ended = shell(folder.path(), "echo here; echo there >&2; exit 3", 10_000);
        assert_eq!(ended.status.and_then(|it| it.code()), Some(3));
        assert_eq!((&*ended.stdout, &*ended.stderr), ("here\n", "there\n"));
        assert!(ended.peak > 100_000, "{}", ended.peak);
    }

    #[test]
    fn what_does_not_end_is_ended_with_all_that_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = "(sleep 0.5; echo > late) & sleep 1000";
        let ended = shell(folder.path(), script, 100);
        assert_eq!(ended.status, None);
        thread::sleep(Duration::from_secs(1));
        assert!(!folder.path().join("late").exists(), "something went on");
    }
}
