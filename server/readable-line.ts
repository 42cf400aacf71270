/** Numbers of pino. */
const names: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Texts of packages, exchanges and the database stand in it: none of them moves the cursor, begins a line or colours one. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A line of the log as somebody at a terminal reads it: when, how bad, of which part, what, and its figures. */
export function readableLine(line: string): string {
  const {
    level,
    time,
    part,
    plugin,
    msg,
    pid: _pid,
    hostname: _host,
    err,
    ...figures
  } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const { message, stack } = (err ?? {}) as { readonly message?: string; readonly stack?: string };
  const whose = [part, plugin].filter((one) => typeof one === 'string').join(' ');
  const told = Object.entries({ ...figures, ...(message === undefined ? {} : { error: message }) }).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const text = [
    new Date(Number(time)).toTimeString().slice(0, 8),
    (names[Number(level)] ?? String(level)).padEnd(5),
    `${whose === '' ? '' : `${whose}: `}${String(msg)}${told.length === 0 ? '' : ` (${told.join(', ')})`}`,
  ].join(' ');
  const where = Number(level) >= 50 && stack !== undefined ? stack.split('\n').map(plain) : [];
  return `${[plain(text), ...where].join('\n')}\n`;
}
