import { expect, it } from 'vitest';
import { allowedAddress } from './allowed-address.ts';

const protocols = ['https:', 'http:'];
const hosts = ['api.far.example', 'far.example:8443', '127.0.0.1:9000', 'plain.example'];
const allowed = (text: string) => allowedAddress(text, protocols, hosts).href;

it.each([
  'https://api.far.example/orders?side=BUY',
  'https://api.far.example:443/',
  'https://far.example:8443/',
  'http://127.0.0.1:9000/',
  'https://API.FAR.EXAMPLE/',
])('lets %s out', (text) => {
  expect(allowed(text)).toMatch(/^https?:/);
});

it.each([
  ['https://far.example/', '"far.example" is not among the hosts of plugin.json'],
  ['https://api.far.example:8443/', '"api.far.example:8443" is not among the hosts of plugin.json'],
  ['https://api.far.example.evil.example/', 'is not among the hosts'],
  ['https://evil.example/api.far.example', 'is not among the hosts'],
  ['https://api.far.example@evil.example/', 'carries no password'],
  ['http://plain.example/', 'http: is for this machine alone'],
  ['http://127.0.0.1:9001/', 'is not among the hosts'],
  ['file:///etc/passwd', 'file: is not one of'],
  ['wss://api.far.example/', 'wss: is not one of'],
  ['api.far.example', 'this is no address'],
])('keeps %s in: %s', (text, why) => {
  expect(() => allowed(text)).toThrow(why);
});
