import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpBase } from '../../schemas/wire/index.ts';
import type { Envelope } from '../../schemas/wire/route.ts';
import { liveBytes } from '../../tests/kit/live-bytes.ts';
import { solved } from '../../tests/kit/servers/http-client.ts';
import { pluginSource, startTestServer, type TestServer } from '../../tests/kit/servers/test-server.ts';

/** Applications in a real server. Each network of the tests is an address that a proxy of ours tells. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    plugins: ['venue-house', 'service-inbox'].map(pluginSource),
    environment: { TESSERA_TRUSTED_PROXIES: '127.0.0.1' },
  });
}, 120_000);
afterAll(() => server?.close());

const megabytes = 1024 ** 2;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript>>>> endobj\n%%EOF\n');
/** A PDF of exactly so many bytes. */
const pdfOf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 15, 'x'), Buffer.from('%%EOF\n')]);
const typed = { job: 'engineer', name: 'Bo <b>Chan</b>', phone: '+852 5555 0101', email: 'bo@mail.example', coverLetter: 'Dear\r\nall' };

let networks = 0;
const freshAddress = (): string => `203.0.${Math.floor(++networks / 250)}.${networks % 250}`;
const answer = async (): Promise<URLSearchParams> => new URLSearchParams(await solved(await server.guest().call('formCaptcha')));
const address = (query: URLSearchParams): string => `${httpBase}/client/base/application/career?${query}`;

function formOf(fields: Readonly<Record<string, string>>, file: Buffer | null, name = 'cv.pdf'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file !== null) form.append('resume', new Blob([new Uint8Array(file)]), name);
  return form;
}

async function apply(form: FormData, ip = freshAddress(), query?: URLSearchParams): Promise<Envelope<unknown>> {
  const headers = { 'x-forwarded-for': ip };
  const response = await fetch(server.url + address(query ?? (await answer())), { method: 'POST', headers, body: form });
  return (await response.json()) as Envelope<unknown>;
}

interface StoredLetter {
  readonly letter_id: string;
  readonly fields: string;
  readonly file_name: string;
  readonly file_bytes: string;
  readonly file_format: string;
  readonly findings: string;
}
const stored = (): Promise<readonly StoredLetter[]> =>
  server.store
    .tablesOf('service-inbox')
    .run<StoredLetter>("select * from service_inbox__letter where kind = 'career' order by received_ms, letter_id");
const filesIn = (...folder: readonly string[]): readonly string[] => readdirSync(join(server.dataFolder, ...folder));
const keptFiles = (): readonly string[] => filesIn('files', 'service-inbox');
const isClean = async (): Promise<void> => {
  await expect.poll(() => filesIn('uploads')).toEqual([]);
  expect([...keptFiles()].sort()).toEqual((await stored()).map(({ letter_id }) => letter_id).sort());
};

describe('an application', () => {
  it('is taken from guests: the fields as text, the resume as a file outside every page, what stands in it named', async () => {
    expect(await apply(formOf(typed, pdf, '../../evil\u0007.pdf'))).toMatchObject({ code: 200, data: null });
    const [letter] = await stored();
    expect(letter).toMatchObject({ file_name: 'evil.pdf', file_bytes: String(pdf.length), file_format: 'pdf' });
    expect(letter?.findings).toBe('JAVASCRIPT OPEN_ACTION');
    expect(JSON.parse(letter?.fields ?? '')).toMatchObject({ name: 'Bo <b>Chan</b>', coverLetter: 'Dear\nall', githubUrl: '' });
    expect(readFileSync(join(server.dataFolder, 'files', 'service-inbox', letter?.letter_id ?? ''))).toEqual(pdf);
    for (const path of ['/files/service-inbox/', '/sapi/files/', '/uploads/'])
      expect((await (await fetch(`${server.url}${path}${letter?.letter_id}`)).text()).includes('%PDF')).toBe(false);
    await isClean();
  });

  it('is refused with the field and the sentence of the form, and leaves nothing', async () => {
    const before = (await stored()).length;
    const { phone: _phone, ...withoutPhone } = typed;
    const resume = (sentence: string) => ['resume', `${sentence} (resume)`] as const;
    const cases: readonly (readonly [FormData, string, string])[] = [
      [formOf(typed, null), ...resume('Resume/CV cannot be empty')],
      [formOf(typed, Buffer.alloc(0)), ...resume('Resume/CV cannot be empty')],
      [formOf(typed, Buffer.alloc(0), ''), ...resume('Resume/CV cannot be empty')],
      [formOf(typed, Buffer.from('MZ program')), ...resume('Resume/CV must be a .pdf or .doc file')],
      [formOf(withoutPhone, pdf), 'phone', 'Phone number cannot be empty (phone)'],
      [formOf({ ...typed, phone: 'x' }, pdf), 'phone', 'Please enter a valid phone number (phone)'],
      [formOf({ ...typed, email: '' }, pdf), 'email', 'Email address cannot be empty (email)'],
      [formOf({ ...typed, job: 'king' }, pdf), 'job', 'Please choose one of the options (job)'],
    ];
    for (const [form, field, msg] of cases) expect(await apply(form)).toMatchObject({ data: null, msg, params: { field } });
    const twice = formOf(typed, pdf);
    twice.append('name', 'Cy');
    const files = formOf(typed, pdf);
    files.append('resume', new Blob(['%PDF-']), 'other.pdf');
    const elsewhere = formOf(typed, null);
    elsewhere.append('photo', new Blob(['%PDF-']), 'photo.pdf');
    for (const form of [twice, files, elsewhere, formOf({ ...typed, role: 'admin' }, pdf), formOf({ ...typed, name: 'a\0' }, pdf)])
      expect((await apply(form)).code).toBe(40001);
    expect(await stored()).toHaveLength(before);
    await isClean();
  });

  it('may have a resume of 10 MB to the byte', async () => {
    expect((await apply(formOf(typed, pdfOf(10 * megabytes)))).code).toBe(200);
    const tooLarge = { msg: 'Resume file is too large, limit is 10MB (resume)', params: { field: 'resume', limitMb: 10 } };
    expect(await apply(formOf(typed, pdfOf(10 * megabytes + 1)))).toMatchObject(tooLarge);
    expect(await apply(formOf(typed, pdfOf(12 * megabytes)))).toMatchObject(tooLarge);
    await isClean();
  });

  it('is refused before anything is read when the proof of work is wrong, and when it is no form', async () => {
    const query = await answer();
    const wrong = new URLSearchParams({ captcha_id: query.get('captcha_id') ?? '', captcha_value: '0.00' });
    expect((await apply(formOf(typed, pdfOf(5 * megabytes)), freshAddress(), wrong)).code).toBe(40103);
    const send = async (type: string, body: string): Promise<number> => {
      const headers = { 'content-type': type, 'x-forwarded-for': freshAddress() };
      const response = await fetch(server.url + address(await answer()), { method: 'POST', headers, body });
      return ((await response.json()) as Envelope<unknown>).code;
    };
    expect(await send('application/json', '{}')).toBe(40004);
    expect(await send('multipart/form-data', 'x')).toBe(40004);
    expect(await send('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nBo')).toBe(40001);
    await isClean();
  });

  it('that is cut leaves nothing, and lets its network try again', async () => {
    const before = (await stored()).length;
    const ip = freshAddress();
    const half = `--x\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n%PDF-${'x'.repeat(300_000)}`;
    const head = [`POST ${address(await answer())} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${ip}`, 'Content-Length: 9000000'];
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`${head.join('\r\n')}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n${half}`);
    await expect.poll(() => filesIn('uploads').length).toBe(1);
    // Another of the same network has to wait meanwhile.
    expect((await apply(formOf(typed, pdf), ip)).code).toBe(42901);
    socket.destroy();
    await isClean();
    expect(await stored()).toHaveLength(before);
    expect((await apply(formOf(typed, pdf), ip)).code).toBe(200);
  });

  it('that is sent again with its proof of work, since the answer was lost, is taken once', async () => {
    const before = (await stored()).length;
    const query = await answer();
    const ip = freshAddress();
    for (let tries = 0; tries < 3; tries++) expect((await apply(formOf(typed, pdf), ip, query)).code).toBe(200);
    expect(await stored()).toHaveLength(before + 1);
    await isClean();
  });

  it('of one network is taken five times a day', async () => {
    const ip = freshAddress();
    for (let sent = 0; sent < 5; sent++) expect((await apply(formOf(typed, pdf), ip)).code).toBe(200);
    expect(await apply(formOf(typed, pdf), ip)).toMatchObject({ code: 42901, params: { retryAfterS: expect.any(Number) } });
  });

  it('of 10 MB takes no more than 20 MB of memory', async () => {
    const form = formOf(typed, pdfOf(10 * megabytes));
    const body = Buffer.from(await new Response(form).arrayBuffer());
    const type = new Response(form).headers.get('content-type') ?? '';
    const boundary = body.subarray(2, body.indexOf('\r\n')).toString();
    expect(type).toContain('multipart/form-data');
    const query = await answer();
    const before = liveBytes();
    let most = 0;
    const head = `POST ${address(query)} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${freshAddress()}\r\nConnection: close\r\n`;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`${head}Content-Length: ${body.length}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n\r\n`);
    for (let at = 0; at < body.length; at += 64 * 1024) {
      if (!socket.write(body.subarray(at, at + 64 * 1024))) await new Promise((resolve) => socket.once('drain', resolve));
      if (at % (2 * megabytes) === 0) most = Math.max(most, liveBytes() - before);
    }
    const reply = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    most = Math.max(most, liveBytes() - before);
    expect(reply).toContain('200 OK');
    expect(most).toBeLessThan(20 * megabytes);
  });
});
