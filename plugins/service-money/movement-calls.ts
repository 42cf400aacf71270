import { accepted, refused } from '../../core/contract/app-error.ts';
import type { AuditLog } from '../../core/contract/audit.ts';
import type { HouseMoney, MovementFile } from '../../core/contract/money.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { Clock, Ids } from '../../core/contract/server-services.ts';
import { mostProofMb } from '../../core/domain/accounts/money-movement.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import type { moneyRoutes } from '../../schemas/wire/money.ts';
import type { ProofFiles } from './proof-files.ts';
import { movementView } from './server/money-views.ts';

interface MovementParts {
  readonly money: HouseMoney;
  readonly proofs: ProofFiles;
  readonly audit: Pick<AuditLog, 'appendLook'>;
  readonly ids: Ids;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type MovementRoutes = Pick<
  RouteHandlers<typeof moneyRoutes>,
  'movementList' | 'movementAsk' | 'movementDecide' | 'movementProof' | 'movementFile'
>;

const usualPage = 50;
const [noReason, noProof] = [refused('FORM_FIELD_EMPTY', { field: 'reason' }), refused('FORM_FIELD_EMPTY', { field: 'proof' })];

/** What finance does with money, and says to what others have asked for. */
export function movementCalls({ money, proofs, audit, ids, clock }: MovementParts): MovementRoutes {
  return {
    movementList: async (request) => {
      const { state, api_id, after, limit = usualPage, ...rest } = request.query;
      await audit.appendLook({ actor: userOf(request), action: 'money.viewed', subject: 'movements' });
      const filter = { ...rest, apiId: api_id, states: state === undefined ? undefined : [state] };
      const page = await money.find(filter, { before: after === undefined ? undefined : Number(after), limit });
      return accepted({ results: page.movements.map(movementView), next: page.next === null ? null : String(page.next) });
    },
    movementAsk: async (request) => {
      const { movement_id, api_id, account_type, file_id, reason: typed, proof: typedProof, ...terms } = request.body;
      const [reason, proof] = [tidyText(typed), tidyText(typedProof)];
      if (reason === '') return noReason;
      if (proof === '' && file_id === null) return noProof;
      let file: MovementFile | null = null;
      if (file_id !== null) {
        file = await proofs.sentBy(userOf(request), file_id);
        if (file === null) return refused('MONEY_PROOF_UNKNOWN', { field: 'file_id' });
      }
      const same = { movementId: movement_id, apiId: api_id, accountType: account_type, reason, proof, file, destination: null };
      const asked = await money.ask(request.principal, { ...terms, ...same }, 'house');
      if (!asked.ok) return asked;
      if (file !== null && asked.value.file?.fileId === file.fileId) await proofs.named(file.fileId);
      return accepted(movementView(asked.value));
    },
    movementDecide: async ({ principal, body: { movement_id, approve, reason: typed } }) => {
      const reason = tidyText(typed);
      if (reason === '') return noReason;
      const decided = await money.decide(principal, movement_id, approve, reason);
      return decided.ok ? accepted(movementView(decided.value)) : decided;
    },
    movementProof: async (request) => {
      const form = await request.receive();
      if (!form.ok && form.error.code !== 'REQUEST_TOO_LARGE') return form;
      if (!form.ok) return refused('MONEY_PROOF_TOO_LARGE', { field: 'proof', limitMb: mostProofMb });
      const { file } = form.value;
      if (file === null || file.bytes === 0) return refused('FORM_FIELD_EMPTY', { field: 'proof' });
      const kept = await proofs.keep(userOf(request), ids.next(), file, clock.nowMs());
      return kept === null ? refused('MONEY_PROOF_FORMAT', { field: 'proof' }) : accepted({ file_id: kept.fileId, name: kept.name });
    },
    movementFile: async (request) => {
      const { movement_id } = request.query;
      const movement = await money.get(movement_id);
      if (movement === null) return refused('MONEY_UNKNOWN');
      const content = movement.file === null ? null : await proofs.read(movement.file.fileId);
      if (movement.file === null || content === null) return refused('MONEY_PROOF_UNKNOWN', { field: 'movement_id' });
      await audit.appendLook({ actor: userOf(request), action: 'money.viewed', subject: `movement/${movement_id}` });
      return accepted({ name: movement.file.name, content });
    },
  };
}
