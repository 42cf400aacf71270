/** Where a person finds the server, by the name of this machine that documents use too. */
export function shownAddress(host: string, port: number): string {
  const name = host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
