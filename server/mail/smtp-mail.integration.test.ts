import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MailServer } from '../../tests/kit/servers/mail-server.ts';
import { isSmtpUrl } from './mail-settings.ts';
import { noMail, SmtpMail, smtpOptions } from './smtp-mail.ts';

const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function serverWith(options: Parameters<typeof MailServer.start>[0] = {}): Promise<MailServer> {
  const server = await MailServer.start(options);
  servers.push(server);
  return server;
}
const [from, to] = ['desk@trade.example', ['ann@trade.example', 'bo@trade.example']];
const mailBy = (url: string, publicUrl: string | null = null): SmtpMail => new SmtpMail({ url, from, to }, publicUrl);
const letter = { id: 'letter-1', subject: 'Tessera: an application', text: 'It is in the inbox.\n' };

it('reaches every address of the house, in plain text, under an id that stays', async () => {
  const server = await serverWith({ account: { user: 'desk@trade.example', password: 'a b:ü' } });
  const mail = mailBy(`smtp://desk%40trade.example:a%20b%3A%C3%BC@127.0.0.1:${server.port}`);
  await mail.send(letter);
  await mail.send(letter);
  expect(server.taken).toHaveLength(2);
  for (const taken of server.taken)
    expect(taken).toMatchObject({
      from,
      to,
      text: letter.text,
      headers: {
        subject: letter.subject,
        'message-id': '<letter-1@trade.example>',
        'content-type': 'text/plain; charset=utf-8',
        'auto-submitted': 'auto-generated',
      },
    });
});

it('lets no subject make a header of its own', async () => {
  const server = await serverWith();
  await mailBy(`smtp://127.0.0.1:${server.port}`).send({ ...letter, subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nBuy' });
  expect(server.taken[0]?.to).toEqual(to);
  expect(server.taken[0]?.headers).not.toHaveProperty('bcc');
  expect(server.taken[0]?.text).toBe(letter.text);
});

it('says by its codes why a mail was not taken, and never the password', async () => {
  const server = await serverWith({ account: { user: 'desk', password: 'right' } });
  await expect(mailBy(`smtp://desk:s3cret-w0rd@127.0.0.1:${server.port}`).send(letter)).rejects.toThrow(
    /^the mail server did not take a mail: EAUTH AUTH PLAIN 535$/,
  );
  server.refuses = true;
  await expect(mailBy(`smtp://desk:right@127.0.0.1:${server.port}`).send(letter)).rejects.toThrow(/452$/);
  await expect(mailBy('smtp://desk:right@127.0.0.1:1').send(letter)).rejects.toThrow(/ECONNECTION|ECONNREFUSED|ESOCKET/);
});

it('gives up on a server that never ends what it says', async () => {
  let closed = false;
  const drip = createServer((socket) => {
    const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        closed = true;
        clearInterval(timer);
      });
  });
  await new Promise<void>((done) => drip.listen(0, '127.0.0.1', done));
  const { port } = drip.address() as AddressInfo;
  const mail = new SmtpMail({ url: `smtp://127.0.0.1:${port}`, from, to }, null, 200);
  await expect(mail.send(letter)).rejects.toThrow(/^the mail server did not take a mail/);
  await expect.poll(() => closed).toBe(true);
  await new Promise((done) => drip.close(done));
});

it('takes no address whose user or password cannot be read', () => {
  const urls = ['smtp://desk:100%25@mail.example', 'smtp://desk:100%@mail.example', 'smtp://desk:%ff@mail.example'];
  expect(urls.map(isSmtpUrl)).toEqual([true, false, false]);
});

it('sends nothing to a server whose certificate does not hold', async () => {
  const server = await serverWith({ isSecure: true });
  await expect(mailBy(`smtps://127.0.0.1:${server.port}`).send(letter)).rejects.toThrow(/did not take a mail/);
  expect(server.taken).toEqual([]);
});

it('goes encrypted or not at all, except to this machine itself', () => {
  expect(smtpOptions('smtp://mail.example')).toMatchObject({ port: 587, secure: false, requireTLS: true, ignoreTLS: false });
  expect(smtpOptions('smtps://ann:a%2Fb@mail.example')).toMatchObject({ port: 465, secure: true, auth: { user: 'ann', pass: 'a/b' } });
  expect(smtpOptions('smtp://[::1]:25')).toMatchObject({ host: '::1', port: 25, requireTLS: false, ignoreTLS: true });
});

it('knows where a page is on the web only when somebody has said so', async () => {
  expect(mailBy('smtp://mail.example', 'https://trade.example').linkTo('/admin/inbox')).toBe('https://trade.example/admin/inbox');
  expect(mailBy('smtp://mail.example').linkTo('/admin/inbox')).toBeNull();
  await expect(noMail.send(letter)).rejects.toThrow('TESSERA_SMTP_URL');
});
