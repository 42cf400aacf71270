import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../contract/app-error.ts';

/** Something that the user keeps at the server under a name. */
export interface NamedTemplate<C> {
  readonly templateId: string;
  readonly name: string;
  readonly content: C;
  readonly revision: number;
}

export interface TemplateDraft<C> {
  /** Absent: a new one. */
  readonly templateId?: string;
  readonly revision: number;
  readonly name: string;
  readonly content: C;
}

/** The calls that keep templates of one sort. */
export interface TemplateCalls<C, T extends NamedTemplate<C>> {
  list(): Promise<Outcome<readonly T[]>>;
  save(draft: TemplateDraft<C>): Promise<Outcome<T>>;
  remove(template: { readonly templateId: string; readonly revision: number }): Promise<Outcome<null>>;
}

/** The user's templates of one sort, in order of their names; what was deleted last can be brought back. */
export class NamedTemplates<C, T extends NamedTemplate<C> = NamedTemplate<C>> {
  templates: readonly T[] = [];
  loaded = false;
  /** The last one that was deleted, until something else happens. */
  deleted: T | null = null;
  error: AppError | null = null;
  private readonly calls: TemplateCalls<C, T>;

  constructor(calls: TemplateCalls<C, T>) {
    this.calls = calls;
    makeAutoObservable<this, 'calls'>(
      this,
      { templates: observableRef, deleted: observableRef, error: observableRef, named: false, calls: false },
      { autoBind: true },
    );
  }

  named(name: string): T | null {
    return this.templates.find((template) => template.name === name.trim()) ?? null;
  }

  async load(): Promise<void> {
    const reply = await this.calls.list();
    runInAction(() => {
      this.loaded = true;
      this.error = reply.ok ? null : reply.error;
      if (reply.ok) this.templates = reply.value;
    });
  }

  /** Saves under a name, over the template that has it already. True when it was saved. */
  async save(name: string, content: C): Promise<boolean> {
    const over = this.named(name);
    return this.put({
      name: name.trim(),
      content,
      revision: over?.revision ?? 0,
      ...(over === null ? {} : { templateId: over.templateId }),
    });
  }

  async remove(template: T): Promise<void> {
    const { templateId, revision } = template;
    const reply = await this.calls.remove({ templateId, revision });
    if (!reply.ok) {
      await this.fail(reply.error);
      return;
    }
    runInAction(() => {
      this.error = null;
      this.deleted = template;
      this.templates = this.templates.filter((one) => one.templateId !== templateId);
    });
  }

  /** Brings back the one that was deleted last. */
  async undo(): Promise<void> {
    if (this.deleted === null) return;
    const { templateId, name, content } = this.deleted;
    await this.put({ templateId, name, content, revision: 0 });
  }

  private async put(draft: TemplateDraft<C>): Promise<boolean> {
    const reply = await this.calls.save(draft);
    if (!reply.ok) {
      await this.fail(reply.error);
      return false;
    }
    runInAction(() => {
      this.error = null;
      this.deleted = null;
      const others = this.templates.filter(({ templateId }) => templateId !== reply.value.templateId);
      this.templates = [...others, reply.value].sort((a, b) => a.name.localeCompare(b.name));
    });
    return true;
  }

  /** Another window may have changed the list: what is shown next to the error is the newest. */
  private async fail(error: AppError): Promise<void> {
    if (error.code === 'DOCUMENT_CONFLICT') await this.load();
    runInAction(() => (this.error = error));
  }
}
