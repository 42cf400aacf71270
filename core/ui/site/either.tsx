import styles from './either.module.css';

interface Way {
  readonly href: string;
  readonly text: string;
}

export interface EitherProps {
  readonly className: string | undefined;
  readonly guest: Way;
  readonly user: Way;
}

/** A link for guests alone. */
export const GuestLink = ({ className = '', href, text }: Way & { readonly className: string | undefined }) => (
  <a className={`${className} ${styles.guest}`} href={href}>
    {text}
  </a>
);

/** A link for guests and another one for the signed-in: `first-look.js` says before the first paint which of them is there. */
export function Either({ className = '', guest, user }: EitherProps) {
  return (
    <>
      <a className={`${className} ${styles.guest}`} href={guest.href}>
        {guest.text}
      </a>
      <a className={`${className} ${styles.user}`} href={user.href}>
        {user.text}
      </a>
    </>
  );
}
