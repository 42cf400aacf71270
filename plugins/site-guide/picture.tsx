import styles from './picture.module.css';
import sizes from './pictures/sizes.json';
import type { Chapter } from './read-chapter.ts';

const addresses = import.meta.glob<string>('./pictures/*/*.webp', { eager: true, query: '?url', import: 'default' });
const themes = ['dark', 'light'] as const;

interface PictureProps {
  readonly chapter: Chapter;
  readonly language: string;
  /** As the chapter names it, so that it is seen in any reader of Markdown: `../../../pictures/en/ticket.dark.webp`. */
  readonly file: string;
  readonly alt: string;
}

/** A screenshot in the page's theme; `npm run shots -- --guide` takes it. */
export function Picture({ chapter, language, file, alt }: PictureProps) {
  const [, folder, name = ''] = /^\.\.\/\.\.\/\.\.\/pictures\/([\w-]+)\/([a-z-]+)\.dark\.webp$/.exec(file) ?? [];
  const size = (sizes as unknown as Readonly<Record<string, readonly [number, number]>>)[name];
  if (folder !== language || size === undefined) throw new Error(`${chapter.id}: there is no picture "${file}" for ${language}`);
  const [width, height] = size;
  return (
    <figure className={styles.picture}>
      {themes.map((theme) => {
        const address = addresses[`./pictures/${language}/${name}.${theme}.webp`];
        if (address === undefined) throw new Error(`${chapter.id}: the picture "${name}" is missing in ${language}, ${theme}`);
        return (
          <img
            key={theme}
            loading="lazy"
            decoding="async"
            className={styles[theme]}
            src={address}
            alt={alt}
            width={width}
            height={height}
          />
        );
      })}
    </figure>
  );
}
