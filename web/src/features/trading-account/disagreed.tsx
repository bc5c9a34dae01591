import { LinkButton } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';

/** Shown to people who do not agree. */
export const Disagreed = () => (
  <Notice
    tone="caution"
    title="That’s OK. We can’t open an account without it."
    action={
      <LinkButton to="/see_concepts/" variant="secondary" size="small">
        See Trends
      </LinkButton>
    }
  >
    <p>
      The broker requires its agreement to open an account. We didn’t send it anything. Your answers stay
      here, so you can read the agreement, change your mind, or browse trends without an account.
    </p>
  </Notice>
);
