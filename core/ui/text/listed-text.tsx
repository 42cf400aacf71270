import { listed } from '../../domain/joined-text.ts';

/** Names in a row, which nobody translates; what does not fit is told on hovering. */
export function ListedText({ of, title = of }: { readonly of: readonly string[]; readonly title?: readonly (string | number)[] }) {
  return (
    <span title={listed(title)} translate="no">
      {listed(of)}
    </span>
  );
}
