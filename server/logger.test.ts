import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

it('blots out what is secret by the name of its field, at the top and in what lies there, and leaves what says what went wrong', () => {
  const lines: string[] = [];
  const { named } = createLogger('debug', (line) => lines.push(line));
  const secrets = [
    ...['token', 'authorization', 'secret', 'header_value', 'captcha_value'],
    ...['password', 'passwordHash', 'user_password', 'old_password', 'new_password'],
    ...['apiKey', 'api_key', 'secretKey', 'secret_key', 'passphrase', 'masterKey', 'privateKey'],
  ];
  for (const field of secrets) {
    named('part').info({ [field]: 'h1dden' }, 'at the top');
    named('part').warn({ body: { [field]: 'h1dden', user: 'desk' } }, 'one down');
  }
  named('part').info({ body: { code: '493817' }, code: '493817' }, 'typed');
  expect(lines).toHaveLength(2 * secrets.length + 1);
  expect(lines.join('')).not.toMatch(/h1dden|493817/);
  expect(lines[1]).toContain('"user":"desk"');
  named('part').error({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), code: 40_101 }, 'failed');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ err: { code: 'ECONNREFUSED' }, code: 40_101 });
});
