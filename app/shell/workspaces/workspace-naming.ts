import { makeAutoObservable } from 'mobx';

/** Which workspace tab is a text field at the moment, and what becomes of the text. */
export class WorkspaceNaming {
  key: string | null = null;
  purpose: 'rename' | 'save-as' = 'rename';

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  start(key: string, purpose: 'rename' | 'save-as'): void {
    this.key = key;
    this.purpose = purpose;
  }

  end(): void {
    this.key = null;
  }
}
