import { expect, it } from 'vitest';
import { shownAddress } from './shown-address.ts';

it.each([
  ['127.0.0.1', 'http://localhost:8080'],
  ['localhost', 'http://localhost:8080'],
  // The name does not lead to these.
  ['127.0.0.2', 'http://127.0.0.2:8080'],
  ['::1', 'http://[::1]:8080'],
  ['0.0.0.0', 'http://0.0.0.0:8080'],
  ['tessera.example', 'http://tessera.example:8080'],
])('a server that listens on %s is found at %s', (host, address) => {
  expect(shownAddress(host, 8080)).toBe(address);
});
