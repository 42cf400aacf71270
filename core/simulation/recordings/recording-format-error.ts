/** A recording is not in the format of its kind; names the file and the line, 0 for the file as a whole. */
export class RecordingFormatError extends Error {
  readonly code = 'REPLAY_FORMAT';
  readonly file: string;
  readonly line: number;

  constructor(file: string, line: number, problem: string, cause?: unknown) {
    super(`${file}:${line}: ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'RecordingFormatError';
    this.file = file;
    this.line = line;
  }
}
