import { makeAutoObservable, observableRef } from 'mobx';
import type { Preferences } from '../../core/contract/client-services.ts';
import type { FrameState } from '../packages/bridge.ts';

/** What the page last said, observable. */
export class FrameStore implements Preferences {
  state: FrameState;

  constructor(state: FrameState) {
    this.state = state;
    makeAutoObservable(this, { state: observableRef });
  }

  show(changed: Partial<FrameState>): void {
    this.state = { ...this.state, ...changed };
  }

  get theme() {
    return this.state.look.theme;
  }
  get density() {
    return this.state.look.density;
  }
  get redUp() {
    return this.state.look.redUp;
  }
  get timeZone() {
    return this.state.timeZone;
  }
  get currency() {
    return this.state.currency;
  }
  get thousands() {
    return this.state.thousands;
  }
  get visible() {
    return this.state.visible;
  }
  get linkGroup() {
    return this.state.linkGroup;
  }
  get instrumentId() {
    return this.state.instrumentId;
  }
}
