import { passwordStrength, passwordStrengths, type PasswordStrength as Strength } from '../../domain/accounts/password-rules.ts';
import styles from './password-strength.module.css';

interface PasswordStrengthProps {
  /** As typed so far. */
  readonly password: string;
  /** Of whoever chooses it. */
  readonly names?: readonly string[];
  /** What a strength is called on the page. */
  readonly textOf: (strength: Strength) => string;
}

/** How hard a password is to guess, beside its field while it is typed. */
export function PasswordStrength({ password, names, textOf }: PasswordStrengthProps) {
  const strength = passwordStrength(password, names);
  return (
    <div className={styles.strength} data-strength={password === '' ? undefined : strength}>
      <span className={styles.bars} aria-hidden="true">
        {passwordStrengths.map((one) => (
          <i key={one} />
        ))}
      </span>
      <span role="status">{password === '' ? '' : textOf(strength)}</span>
    </div>
  );
}
