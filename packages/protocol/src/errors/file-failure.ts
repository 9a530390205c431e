/** Why a file cannot be read or written, and what to do about it, by what the system says (POSIX, errno). */
const WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already; choose another name',
  EFBIG: 'it would be larger than files may be here (ulimit -f, or the disk); choose another disk',
  ENOENT: 'there is no such file or folder; check its path',
  ENOTDIR: 'a part of its path is a file and not a folder; check the path',
  EISDIR: 'it is a folder; name a file',
  ELOOP: 'its symbolic links lead in a circle; name the file itself',
  ENAMETOOLONG: 'its name is too long; choose a shorter one',
  EACCES: 'this user has no right to it; change its rights, or choose another file',
  EPERM: 'the system does not let this user do that; change its rights, or choose another file',
  EROFS: 'its disk can only be read; choose a file on another disk',
  ENOSPC: 'the disk is full; make room, or choose another disk',
  EDQUOT: 'this user has no room left on the disk; make room, or choose another disk',
  EMFILE: 'too many files are open; close some, or raise the limit (ulimit -n)',
  EIO: 'the disk has failed; look at the log of the system',
}

/** The words for a failure of the system; its own words for one that is rare. */
export function fileFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const words = typeof code === 'string' ? WORDS[code] : undefined
  return words ?? (error instanceof Error ? error.message : String(error))
}
