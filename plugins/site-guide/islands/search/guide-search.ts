import MiniSearch from 'minisearch';
import { type FoundSection, sectionsOf } from './sections.ts';

/** A piece of text, and whether it is what was looked for. */
export interface TextPart {
  readonly text: string;
  readonly isHit: boolean;
}

const isHan = (text: string): boolean => /^\p{Script=Han}/u.test(text);
/** Runs of Chinese letters, and words of the others. */
const runsOf = (text: string): readonly string[] => text.match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];

/** Chinese is written without gaps between its words: every two letters that stand together count as one. */
export const wordsOf = (text: string): string[] =>
  runsOf(text).flatMap((run) => (isHan(run) && run.length > 1 ? [...run].slice(1).map((letter, at) => `${[...run][at]}${letter}`) : [run]));

/** Words that questions are asked with, and that say nothing of what is looked for. */
const filler = /\b(?:a|an|are|can|do|does|for|how|i|in|is|it|my|of|on|the|to|what|when|where|with|you)\b|如何|怎[样樣么麼]|什[么麼]/giu;
const subjectOf = (question: string): string => {
  const subject = question.replace(filler, ' ');
  return subject.trim() === '' ? question : subject;
};

/** Finds sections of the guide by the words of a question, in the language of its chapters. */
export class GuideSearch {
  readonly #index: MiniSearch<FoundSection>;

  /** @param chapters path of a file (`…/trader/orders.md`) → Markdown */
  constructor(chapters: Readonly<Record<string, string>>) {
    this.#index = new MiniSearch({
      fields: ['title', 'chapter', 'text'],
      storeFields: ['title', 'chapter', 'text'],
      tokenize: wordsOf,
      searchOptions: {
        boost: { title: 4, chapter: 2 },
        combineWith: 'AND',
        prefix: true,
        fuzzy: (word) => (isHan(word) || word.length < 5 ? false : 0.25),
      },
    });
    this.#index.addAll(
      Object.entries(chapters).flatMap(([file, markdown]) => sectionsOf(/([^/]+\/[^/]+)\.md$/.exec(file)?.[1] ?? file, markdown)),
    );
  }

  /** The best first: sections with every word of the question or, where there is none, with as many as can be. */
  find(question: string, most: number): readonly FoundSection[] {
    const subject = subjectOf(question);
    const whole = this.#index.search(subject);
    const found = whole.length > 0 ? whole : this.#index.search(subject, { combineWith: 'OR' });
    return found.slice(0, most) as unknown as readonly FoundSection[];
  }
}

/** A text with what was looked for marked in it. */
export function partsOf(text: string, question: string): readonly TextPart[] {
  const subject = subjectOf(question);
  // Of Chinese the longest first, for a part of it is found alone too.
  const words = [...runsOf(subject), ...wordsOf(subject)].map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (words.length === 0) return [{ text, isHit: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'iu'))
    .map((part, at) => ({ text: part, isHit: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The place of a text where the question is first met, about so long. */
export function excerptOf(text: string, question: string, length: number): string {
  const [before] = partsOf(text, question);
  const at = before === undefined || before.isHit || before.text === text ? 0 : before.text.length;
  const start = at < length / 2 ? 0 : text.lastIndexOf(' ', at - length / 4) + 1 || at - Math.round(length / 4);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + length)}${start + length < text.length ? '…' : ''}`;
}
