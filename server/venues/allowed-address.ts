import { NetworkFailure } from '../../core/contract/network.ts';

const secure: Readonly<Record<string, string>> = { 'https:': '443', 'wss:': '443' };
const plain: Readonly<Record<string, string>> = { 'http:': '80', 'ws:': '80' };

const isThisMachine = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * The address, when it is one of `hosts`: a host alone stands for the port of its protocol. Throws {@link NetworkFailure} for another host or
 * protocol, for an address that carries a password, and for one that is neither encrypted nor on this machine.
 */
export function allowedAddress(text: string, protocols: readonly string[], hosts: readonly string[]): URL {
  const refuse = (why: string): never => {
    throw new NetworkFailure(why, false);
  };
  if (!URL.canParse(text)) return refuse('this is no address');
  const url = new URL(text);
  const { protocol, hostname } = url;
  if (!protocols.includes(protocol)) return refuse(`${protocol} is not one of ${protocols.join(', ')}`);
  if (url.username !== '' || url.password !== '') return refuse('an address carries no password');
  const usual = secure[protocol] ?? plain[protocol] ?? '';
  const port = url.port === '' ? usual : url.port;
  const names = port === usual ? [hostname, `${hostname}:${port}`] : [`${hostname}:${port}`];
  if (!names.some((name) => hosts.includes(name))) return refuse(`"${names[0]}" is not among the hosts of plugin.json`);
  if (!(protocol in secure) && !isThisMachine(hostname)) return refuse(`${protocol} is for this machine alone`);
  return url;
}
