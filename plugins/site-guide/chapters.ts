import { Book } from './book.ts';
import { chapterIds } from './outline.ts';

const files = import.meta.glob<string>('./chapters/*/*/*.md', { eager: true, query: '?raw', import: 'default' });

/** The guide of this folder. */
export const book = new Book(
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.slice('./chapters/'.length), text])),
  ['en', 'zh-CN', 'zh-TW'],
  chapterIds,
);
