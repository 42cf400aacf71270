import { partOf } from './form-parts.ts';

export interface FileTerms {
  readonly field: string;
  readonly mostBytes: number;
  /** Endings of names, without the dot. */
  readonly formats: readonly string[];
}

export type FileFault = 'empty' | 'tooLarge' | 'format' | 'several';

/** The one file of a form: chosen, dropped, or taken away again. */
export class FileField {
  readonly #element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #terms: FileTerms;
  readonly #language: string;
  readonly #say: (fault: FileFault | null) => void;

  constructor(element: HTMLElement, terms: FileTerms, language: string, say: (fault: FileFault | null) => void) {
    this.#element = element;
    this.#input = partOf<HTMLInputElement>(element, 'file');
    this.#terms = terms;
    this.#language = language;
    this.#say = say;
  }

  get file(): File | null {
    return this.#input.files?.[0] ?? null;
  }

  follow(signal: AbortSignal): void {
    const zone = partOf(this.#element, 'drop');
    const dragged = (isOver: boolean): void => void zone.toggleAttribute('data-over', isOver);
    this.#input.addEventListener('change', () => this.#changed(), { signal });
    partOf(this.#element, 'remove').addEventListener('click', () => this.#take(null), { signal });
    zone.addEventListener('dragover', () => dragged(true), { signal });
    // One that misses its place would be opened in the place of the page.
    for (const type of ['dragover', 'drop']) document.addEventListener(type, (event) => event.preventDefault(), { signal });
    zone.addEventListener('dragleave', () => dragged(false), { signal });
    zone.addEventListener(
      'drop',
      (event) => {
        dragged(false);
        const files = event.dataTransfer?.files;
        if (files === undefined || files.length === 0) return;
        if (files.length === 1) this.#take(files);
        else this.#say('several');
      },
      { signal },
    );
    this.#show();
  }

  /** What can be told before it is sent; its content the server judges. */
  judge(): boolean {
    const fault = this.#fault();
    this.#say(fault);
    return fault === null;
  }

  #fault(): FileFault | null {
    const { file } = this;
    if (file === null || file.size === 0) return 'empty';
    if (file.size > this.#terms.mostBytes) return 'tooLarge';
    return this.#terms.formats.some((format) => file.name.toLowerCase().endsWith(`.${format}`)) ? null : 'format';
  }

  #take(files: FileList | null): void {
    if (files === null) this.#input.value = '';
    else this.#input.files = files;
    this.#changed();
    this.#input.focus();
  }

  #changed(): void {
    this.#show();
    if (this.file === null) this.#say(null);
    else this.judge();
  }

  #show(): void {
    const { file } = this;
    partOf(this.#element, 'none').hidden = file !== null;
    partOf(this.#element, 'chosen').hidden = file === null;
    partOf(this.#element, 'name').textContent = file?.name ?? '';
    partOf(this.#element, 'size').textContent = file === null ? '' : sizeText(file.size, this.#language);
  }
}

/** 1234567 → 1.2 MB */
function sizeText(bytes: number, language: string): string {
  const unit = bytes < 1024 ** 2 ? 'kilobyte' : 'megabyte';
  const count = bytes / (unit === 'kilobyte' ? 1024 : 1024 ** 2);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(count);
}
