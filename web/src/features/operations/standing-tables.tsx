import { Table } from '../../components/table/table.js';
import type { Standing } from './gather.js';
import { behindText, countText, secondsText, wordsOf } from './health.js';
import styles from './operations.module.css';

export const ReadModels = ({ models }: { models: Standing['read_models'] }) => (
  <Table caption="Read models" lined>
    <thead>
      <tr>
        <th scope="col">Read model</th>
        <th scope="col">State</th>
        <th scope="col" data-figure>
          Events behind
        </th>
        <th scope="col" data-figure>
          Lag
        </th>
        <th scope="col" data-figure className={styles.wide}>
          Events a second
        </th>
        <th scope="col" data-figure>
          Rows, about
        </th>
        <th scope="col" className={styles.wide}>
          Process
        </th>
      </tr>
    </thead>
    <tbody>
      {models.map((model) => (
        <tr key={model.name}>
          <th scope="row">{wordsOf(model.name)}</th>
          <td>
            <span className={model.problem ? styles.bad : styles.good}>{model.state}</span>
          </td>
          <td data-figure>{behindText(model.behind_events)}</td>
          <td data-figure>{model.behind_seconds === null ? 'unknown' : secondsText(model.behind_seconds)}</td>
          <td data-figure className={styles.wide}>
            {countText(model.per_second)}
          </td>
          <td data-figure>{countText(model.rows)}</td>
          <td className={styles.wide}>{model.owner ?? 'nobody'}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

export const Queues = ({ queues }: { queues: NonNullable<Standing['queues']> }) => (
  <Table caption="Queues" lined>
    <thead>
      <tr>
        <th scope="col">Queue</th>
        {['Waiting', 'Under way', 'Later', 'Failed', 'Done'].map((name) => (
          <th key={name} scope="col" data-figure>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {queues.map(({ name, waiting, active, delayed, failed, completed }) => (
        <tr key={name}>
          <th scope="row">{wordsOf(name)}</th>
          <td data-figure>{countText(waiting)}</td>
          <td data-figure>{countText(active)}</td>
          <td data-figure>{countText(delayed)}</td>
          <td data-figure>
            <span className={failed > 0 ? styles.bad : undefined}>{countText(failed)}</span>
          </td>
          <td data-figure>{countText(completed)}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);
