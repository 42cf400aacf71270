import { describe, expect, it } from 'vitest';
import { judgeResume, resumeName } from './resume-check.ts';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const judged = (content: string | Buffer, name = 'cv.pdf', size = 64 * 1024) => judgeResume(name, inChunks(Buffer.from(content), size));

const pdf = (middle: string): string => `%PDF-1.7\n1 0 obj <</Type /Catalog ${middle}>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n`;
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const oleHead = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const doc = (...names: readonly string[]): Buffer =>
  Buffer.concat([oleHead, Buffer.alloc(1_000, 0x85), ...['WordDocument', ...names].flatMap((name) => [utf16(name), Buffer.alloc(64)])]);

describe('a resume is judged by its bytes', () => {
  it('finds nothing in a plain PDF and in a plain DOC', async () => {
    expect(await judged(pdf(''))).toEqual({ format: 'pdf', findings: [] });
    expect(await judged(doc(), 'cv.doc')).toEqual({ format: 'doc', findings: [] });
  });

  it.each([
    ['a program', 'MZ\x90\0'],
    ['a picture with a PDF behind it', `GIF89a${pdf('')}`],
    ['white space before the head', ` ${pdf('')}`],
    ['a packed document of Word', 'PK\x03\x04word/document.xml'],
    ['a page', '<html><script>alert(1)</script>'],
    ['the beginning of a head', '%PD'],
    ['a sheet in the container of a DOC', Buffer.concat([oleHead, utf16('Workbook')])],
    ['nothing', ''],
  ])('takes %s for neither, whatever its name', async (_name, content) => {
    expect(await judged(content)).toEqual({ format: null, findings: [] });
  });

  it.each([
    ['/OpenAction <</S /JavaScript /JS (app.alert(1))>>', ['JAVASCRIPT', 'OPEN_ACTION']],
    ['/A <</S /J#61vaScript>>', ['JAVASCRIPT']],
    ['/A <</S /Launch /F (cmd.exe)>>', ['LAUNCH']],
    ['/A <</S /SubmitForm>>', ['FORM_ACTION']],
    ['/Names <</EmbeddedFiles 2 0 R>>', ['EMBEDDED_FILE']],
    ['/Type /ObjStm', ['UNREAD_OBJECTS']],
    ['/Encrypt 5 0 R', ['ENCRYPTED']],
    ['<script >alert(1)</script>', ['POLYGLOT']],
    ['PK\x03\x04 evil PK\x05\x06', ['POLYGLOT']],
    ['/JSON /OpenActionless', []],
  ])('names what stands in a PDF: %s', async (middle, findings) => {
    for (const size of [64 * 1024, 7]) expect(await judged(pdf(middle), 'cv.pdf', size)).toEqual({ format: 'pdf', findings });
  });

  it.each([
    [['_VBA_PROJECT'], ['MACROS']],
    [['Macros', 'VBA'], ['MACROS']],
    [['ObjectPool'], ['EMBEDDED_FILE']],
    [['DDEAUTO'], ['DDE']],
    [['EncryptedPackage'], ['EMBEDDED_FILE', 'ENCRYPTED']],
  ])('names what stands in a DOC: %s', async (names, findings) => {
    for (const size of [64 * 1024, 9]) expect(await judged(doc(...names), 'cv.doc', size)).toEqual({ format: 'doc', findings });
  });

  it('says when the name tells another format, and when a PDF has no end', async () => {
    expect(await judged(doc(), 'cv.pdf')).toEqual({ format: 'doc', findings: ['NAME_DIFFERS'] });
    expect(await judged('%PDF-1.4 cut here')).toEqual({ format: 'pdf', findings: ['NO_END'] });
    expect(await judged(`${pdf('')}${'x'.repeat(2_000)}`)).toEqual({ format: 'pdf', findings: ['NO_END'] });
  });
});

it.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\bo\\My CV.PDF', 'My CV.pdf'],
  ['cv.pdf.exe', 'cv.pdf'],
  ['\u202efdp.exe', 'fdp.pdf'],
  ['a\r\nSet-Cookie: x', 'aSet-Cookie x.pdf'],
  ['..', 'resume.pdf'],
  ['', 'resume.pdf'],
  ['简历.doc', '简历.pdf'],
  ['x'.repeat(300), `${'x'.repeat(100)}.pdf`],
])('calls "%s" %s', (given, name) => expect(resumeName(given, 'pdf')).toBe(name));
