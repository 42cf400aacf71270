import type { IslandContext, IslandModule, PostAnswer } from '../../contract/site.ts';
import type { FormRules } from '../../domain/forms/form-rules.ts';
import { Draft } from './draft.ts';
import { type FileFault, FileField, type FileTerms } from './file-field.ts';
import { FormFields } from './form-fields.ts';
import { partOf } from './form-parts.ts';
import { type FormIslandProps, type FormNotice, isFormSentence } from './form-props.ts';
import { FormSender, type SenderTerms, WorkFailed } from './form-sender.ts';

export interface FormTerms<R extends FormRules> extends SenderTerms {
  readonly rules: R;
  /** Tells how long what is sent is kept. */
  readonly termsPath: string;
  readonly file?: FileTerms;
}

/** Brings a drawn form (`SiteForm`) to life. What is typed is kept until the server has taken it. */
export const formIsland =
  <R extends FormRules>(terms: FormTerms<R>): IslandModule<FormIslandProps>['mount'] =>
  (element, props, context) => {
    const form = new FormIsland(element, terms, props, context);
    form.follow();
    return () => form.leave();
  };

class FormIsland<R extends FormRules> {
  readonly #element: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #terms: FormTerms<R>;
  readonly #props: FormIslandProps;
  readonly #context: IslandContext;
  readonly #fields: FormFields<R>;
  readonly #file: FileField | null;
  readonly #draft: Draft;
  readonly #sender: FormSender;
  readonly #left = new AbortController();
  /** Null: nothing is being sent. */
  #sending: AbortController | null = null;

  constructor(element: HTMLElement, terms: FormTerms<R>, props: FormIslandProps, context: IslandContext) {
    this.#element = element;
    this.#form = partOf<HTMLFormElement>(element, 'form');
    this.#terms = terms;
    this.#props = props;
    this.#context = context;
    this.#fields = new FormFields(this.#form, terms.rules, props.sentences);
    this.#file =
      terms.file === undefined
        ? null
        : new FileField(partOf(element, 'file-field'), terms.file, context.language, (fault) => this.#sayOfFile(fault));
    this.#draft = new Draft(terms.path, window);
    this.#sender = new FormSender(context, terms);
  }

  follow(): void {
    const { signal } = this.#left;
    this.#fields.restore(this.#draft.read());
    this.#fields.choose(new URLSearchParams(location.search));
    this.#file?.follow(signal);
    this.#form.addEventListener('focusin', () => this.#sender.prepare(), { signal, once: true });
    this.#form.addEventListener('input', (event) => this.#typed(event), { signal });
    this.#form.addEventListener('focusout', (event) => this.#passed(event), { signal });
    this.#form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        void this.#submit();
      },
      { signal },
    );
    partOf(this.#element, 'cancel').addEventListener('click', () => this.#sending?.abort(), { signal });
    partOf<HTMLButtonElement>(this.#element, 'send').disabled = false;
    void this.#tellTerms();
  }

  leave(): void {
    this.#left.abort();
    this.#sending?.abort();
  }

  async #tellTerms(): Promise<void> {
    const terms = await this.#context.get<{ readonly retention_days: number }>(this.#terms.termsPath).catch(() => null);
    // Without an answer the sentence that is drawn stays: it names no time.
    if (terms === null) return;
    const time = this.#amount(terms.retention_days, 'day');
    partOf(this.#element, 'terms').textContent = this.#props.texts.terms.replace('{time}', time);
  }

  #typed({ target }: Event): void {
    this.#draft.keep(this.#fields.typed);
    const field = nameOf(target);
    if (field !== null && this.#fields.isWrong(field)) this.#fields.judge(field);
  }

  /** A field that was left with something in it is judged; one that is still empty is not scolded for it. */
  #passed({ target }: FocusEvent): void {
    const field = nameOf(target);
    if (field !== null && this.#fields.values[field] !== '') this.#fields.judge(field);
  }

  async #submit(): Promise<void> {
    if (this.#sending !== null) return;
    this.#notice(null);
    const isGood = [this.#fields.judgeAll(), this.#file?.judge() ?? true].every(Boolean);
    if (!isGood) {
      this.#fields.focusFirstWrong();
      return;
    }
    const sending = new AbortController();
    this.#sending = sending;
    this.#showSending(this.#props.texts.working, null);
    try {
      this.#answered(await this.#send(sending.signal));
    } catch (error) {
      this.#notice(this.#noticeOf(error, sending.signal.aborted));
    } finally {
      this.#sending = null;
      this.#showSending(null, null);
    }
  }

  #send(signal: AbortSignal): Promise<PostAnswer<null>> {
    const { values } = this.#fields;
    const file = this.#file?.file ?? null;
    const letter = JSON.stringify([values, file?.name, file?.size, file?.lastModified]);
    const onSent = (share: number): void => {
      const { judging, sending } = this.#props.texts;
      this.#showSending(share === 1 ? judging : sending, share);
    };
    return this.#sender.send(file === null ? values : this.#withFile(values, file), letter, { signal, onSent });
  }

  #withFile(values: Readonly<Record<string, string>>, file: File): FormData {
    const form = new FormData();
    for (const [field, value] of Object.entries(values)) form.append(field, value);
    form.append(this.#terms.file?.field ?? '', file);
    return form;
  }

  #answered(answer: PostAnswer<null>): void {
    if (answer.ok) {
      this.#done();
      return;
    }
    const { code, params } = answer;
    const field = String(params.field ?? '');
    if (this.#fields.has(field)) {
      this.#fields.say(field, isFormSentence(code) ? this.#fields.sentence(code, params) : this.#props.texts.refused);
      this.#fields.focusFirstWrong();
    } else this.#notice(code === 'RATE_LIMITED' ? this.#limited(Number(params.retryAfterS ?? 0)) : this.#props.notices.failed);
  }

  #done(): void {
    this.#draft.clear();
    this.#form.reset();
    this.#form.hidden = true;
    const done = partOf(this.#element, 'done');
    done.hidden = false;
    done.focus();
  }

  #noticeOf(error: unknown, isCanceled: boolean): FormNotice {
    const { canceled, impossible, lost } = this.#props.notices;
    if (isCanceled) return canceled;
    return error instanceof WorkFailed ? impossible : lost;
  }

  #limited(seconds: number): FormNotice {
    const { title, text } = this.#props.notices.limited;
    const time =
      seconds < 120
        ? this.#amount(seconds, 'second')
        : seconds < 7_200
          ? this.#amount(Math.ceil(seconds / 60), 'minute')
          : this.#amount(Math.ceil(seconds / 3_600), 'hour');
    return { title, text: text.replace('{time}', time) };
  }

  #amount(count: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
    return new Intl.NumberFormat(this.#context.language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  }

  #notice(notice: FormNotice | null): void {
    partOf(this.#element, 'notice-title').textContent = notice?.title ?? '';
    partOf(this.#element, 'notice-text').textContent = notice?.text ?? '';
  }

  /** `share`: of what has left the browser; null: nothing is on its way. */
  #showSending(phase: string | null, share: number | null): void {
    this.#form.toggleAttribute('data-sending', phase !== null);
    partOf(this.#element, 'send').setAttribute('aria-disabled', String(phase !== null));
    const status = partOf(this.#element, 'status');
    if (status.textContent !== (phase ?? '')) status.textContent = phase ?? '';
    const isUnderWay = this.#file !== null && share !== null && share < 1;
    const progress = partOf<HTMLProgressElement>(this.#element, 'progress');
    progress.hidden = !isUnderWay;
    progress.value = share ?? 0;
    partOf(this.#element, 'cancel').hidden = !isUnderWay;
  }

  #sayOfFile(fault: FileFault | null): void {
    const field = this.#terms.file?.field ?? '';
    const codes = { empty: 'FORM_RESUME_EMPTY', tooLarge: 'FORM_RESUME_TOO_LARGE', format: 'FORM_RESUME_FORMAT' } as const;
    if (fault === null) this.#fields.say(field, null);
    else this.#fields.say(field, fault === 'several' ? this.#props.texts.oneFile : this.#fields.sentence(codes[fault]), true);
  }
}

/** Of a field of the form; null for its buttons and its file. */
const nameOf = (target: EventTarget | null): string | null =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
    ? target.type === 'file'
      ? null
      : target.name
    : null;
