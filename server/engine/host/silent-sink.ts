/** For commands whose events are already stored: a replay or an audit that needs only the state. */
export { silentSink } from '../engine-state.ts';
