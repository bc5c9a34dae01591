import type { TradingAccountStatus } from '@groundswell/contracts';
import { LinkButton } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { accountWords } from './account-words.js';
import styles from './money.module.css';

/** Explains why money cannot move; nothing when it can. */
export const AccountNotice = ({ status }: { status: TradingAccountStatus | undefined }) => {
  const words = accountWords(status);
  if (!words) return null;
  return (
    <div className={styles.accountNotice}>
      <Notice
        tone="caution"
        title={words.title}
        action={
          <LinkButton to="/make_alpaca_account" size="small">
            {words.action}
          </LinkButton>
        }
      >
        <p>{words.text}</p>
      </Notice>
    </div>
  );
};
