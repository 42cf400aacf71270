/** Numbers of pino. */
const names: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

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
  return `${Number(level) >= 50 && stack !== undefined ? `${text}\n${stack}` : text}\n`;
}
