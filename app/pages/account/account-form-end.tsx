import shape from '../public-card.module.css';

interface AccountFormEndProps {
  /** What is wrong with all of it. */
  readonly problem: string | null;
  readonly label: string;
  readonly sending: boolean;
}

/** What a form before the sign-in ends with. */
export const AccountFormEnd = ({ problem, label, sending }: AccountFormEndProps) => (
  <>
    <div className={shape.formError} role="alert">
      {problem}
    </div>
    <button type="submit" className={shape.submit} disabled={sending}>
      {label}
    </button>
  </>
);
