import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { TradeTemplateContent, TradeTemplateView } from '../../schemas/wire/template.ts';

/** The user's named ways of ordering, as the server keeps them. */
export class TemplatesStore {
  templates: readonly TradeTemplateView[] = [];
  loaded = false;
  /** The last one that was deleted, until something else happens. */
  deleted: TradeTemplateView | null = null;
  error: AppError | null = null;
  private readonly api: Api;

  constructor(api: Api) {
    this.api = api;
    makeAutoObservable<this, 'api'>(
      this,
      { templates: observableRef, deleted: observableRef, error: observableRef, api: false },
      { autoBind: true },
    );
  }

  named(name: string): TradeTemplateView | null {
    return this.templates.find((template) => template.name === name.trim()) ?? null;
  }

  async load(): Promise<void> {
    const reply = await this.api.call('tradeTemplateList', {});
    runInAction(() => {
      this.loaded = true;
      this.error = reply.ok ? null : reply.error;
      if (reply.ok) this.templates = reply.value;
    });
  }

  /** Saves under a name, over the template that has it already. True when it was saved. */
  async save(name: string, content: TradeTemplateContent): Promise<boolean> {
    const over = this.named(name);
    return this.put({
      name: name.trim(),
      content,
      revision: over?.revision ?? 0,
      ...(over === null ? {} : { template_id: over.template_id }),
    });
  }

  async remove(template: TradeTemplateView): Promise<void> {
    const { template_id, revision } = template;
    const reply = await this.api.call('tradeTemplateDelete', { body: { template_id, revision } });
    if (!reply.ok) {
      await this.fail(reply.error);
      return;
    }
    runInAction(() => {
      this.error = null;
      this.deleted = template;
      this.templates = this.templates.filter((one) => one.template_id !== template_id);
    });
  }

  /** Brings back the one that was deleted last. */
  async undo(): Promise<void> {
    if (this.deleted === null) return;
    const { template_id, name, content } = this.deleted;
    await this.put({ template_id, name, content, revision: 0 });
  }

  private async put(body: { template_id?: string; name: string; content: TradeTemplateContent; revision: number }): Promise<boolean> {
    const reply = await this.api.call('tradeTemplateSave', { body });
    if (!reply.ok) {
      await this.fail(reply.error);
      return false;
    }
    runInAction(() => {
      this.error = null;
      this.deleted = null;
      const others = this.templates.filter(({ template_id }) => template_id !== reply.value.template_id);
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
