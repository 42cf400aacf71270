import type { ResumeFormat } from '../../core/domain/forms/career-form.ts';
import { type ResumeFinding, resumeFindings } from '../../core/domain/forms/letter.ts';

export interface ResumeJudgement {
  /** By its content; null: neither. */
  readonly format: ResumeFormat | null;
  readonly findings: readonly ResumeFinding[];
}

type Marks = readonly (readonly [ResumeFinding, RegExp])[];

/** Names of PDF end where a letter or digit does not go on. */
const pdfMarks: Marks = [
  ['JAVASCRIPT', /\/(JavaScript|JS)(?![A-Za-z0-9])/],
  ['OPEN_ACTION', /\/(OpenAction|AA)(?![A-Za-z0-9])/],
  ['LAUNCH', /\/Launch(?![A-Za-z0-9])/],
  ['FORM_ACTION', /\/(SubmitForm|ImportData|GoToR|GoToE|XFA)(?![A-Za-z0-9])/],
  ['EMBEDDED_FILE', /\/(EmbeddedFiles?|RichMedia|Filespec)(?![A-Za-z0-9])/],
  ['ENCRYPTED', /\/Encrypt(?![A-Za-z0-9])/],
  // Objects that are packed: actions may stand in them, and nobody has looked.
  ['UNREAD_OBJECTS', /\/ObjStm(?![A-Za-z0-9])/],
];
const wide = (text: string): string => [...text].map((letter) => `${letter}\\0`).join('');
const docMarks: Marks = [
  ['MACROS', new RegExp(`${wide('_VBA_PROJECT')}|${wide('Macros')}|${wide('VBA')}`)],
  ['EMBEDDED_FILE', new RegExp(`${wide('ObjectPool')}|${wide('Ole10Native')}|${wide('Package')}`)],
  ['DDE', new RegExp(`DDEAUTO|${wide('DDEAUTO')}`)],
  ['ENCRYPTED', new RegExp(wide('EncryptedPackage'))],
];
/** Another file inside: a program for a page, or an archive that begins and ends. */
const pageMark = /<(script|html|svg|iframe)[\s>]/i;
const archiveStart = 'PK\x03\x04';
const archiveEnd = 'PK\x05\x06';

const pdfHead = '%PDF-';
const docHead = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const docBody = new RegExp(wide('WordDocument'));
const pdfEnd = '%%EOF';
/** A reader finds the end of a PDF within so many bytes. */
const endWithin = 1_024;
/** Longer than any mark, however it is written. */
const overlap = 256;

/** A name of PDF may have any letter as `#` and its number. */
const withoutEscapes = (text: string): string =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Judges a file by its bytes, as they come; its name only adds a finding. */
export async function judgeResume(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ResumeJudgement> {
  const found = new Set<ResumeFinding>();
  let [format, tail]: [ResumeFormat | null, string] = [null, ''];
  let [isFirst, hasBody, hasArchive, hasArchiveEnd] = [true, false, false, false];
  for await (const chunk of inPieces(bytes)) {
    if (isFirst) format = formatOf(chunk);
    isFirst = false;
    if (format === null) return { format: null, findings: [] };
    const text = tail + chunk;
    const named = format === 'pdf' ? withoutEscapes(text) : text;
    for (const [finding, mark] of format === 'pdf' ? pdfMarks : docMarks) if (!found.has(finding) && mark.test(named)) found.add(finding);
    if (pageMark.test(text)) found.add('POLYGLOT');
    hasBody ||= format === 'pdf' || docBody.test(text);
    hasArchive ||= text.includes(archiveStart);
    hasArchiveEnd ||= text.includes(archiveEnd);
    tail = text.slice(format === 'pdf' ? -endWithin : -overlap);
  }
  if (format === null || !hasBody) return { format: null, findings: [] };
  if (hasArchive && hasArchiveEnd) found.add('POLYGLOT');
  if (format === 'pdf' && !tail.includes(pdfEnd)) found.add('NO_END');
  if (!name.toLowerCase().endsWith(`.${format}`)) found.add('NAME_DIFFERS');
  return { format, findings: resumeFindings.filter((finding) => found.has(finding)) };
}

function formatOf(text: string): ResumeFormat | null {
  if (text.startsWith(pdfHead)) return 'pdf';
  return text.startsWith(docHead) ? 'doc' : null;
}

/** As text of a character a byte, the first piece long enough to know the format by. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let [head, isLong] = ['', false];
  for await (const chunk of bytes) {
    const text = latin1Text(chunk);
    if (isLong) yield text;
    else head += text;
    if (!isLong && head.length >= docHead.length) {
      yield head;
      isLong = true;
    }
  }
  if (!isLong && head !== '') yield head;
}

/** A character a byte; the platform's `latin1` decoder is Windows-1252 and moves some. */
function latin1Text(chunk: Uint8Array): string {
  let text = '';
  for (let at = 0; at < chunk.length; at += 8_192) text += String.fromCharCode(...chunk.subarray(at, at + 8_192));
  return text;
}

const longestName = 100;

/** What a resume is called in lists and when it is saved: no folders, no control characters, and the ending of what it is. */
export function resumeName(given: string, format: ResumeFormat): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const bare = base
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/\.(pdf|doc|exe|com|bat|cmd|js|vbs|scr|html?)(?=\.|$)/gi, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...bare].slice(0, longestName).join('') || 'resume'}.${format}`;
}
