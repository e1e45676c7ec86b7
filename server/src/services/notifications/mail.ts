import { limits } from '@refugia/contract/limits.ts';
import { and, asc, eq, gt, isNotNull, lt, or } from 'drizzle-orm';
import { account, notification } from '../../platform/database/schema/index.ts';
import type { MailPart } from '../../platform/mail/message.ts';
import type { Platform } from '../../platform/platform.ts';
import { describeNotification, selectWithActors } from './queries.ts';
import { notificationChannel, removeOldNotifications } from './tell.ts';
import { unsubscribeLinks } from './unsubscribe.ts';

const { digestHourUtc, mailPauseSeconds, maxPerMail } = limits.notifications;

/** The interval of looking for what waits to be mailed. What is mailed at once is announced besides. */
const intervalMilliseconds = 15_000;
const roundsPerTidying = 240;

type Parts = Pick<Platform, 'database' | 'mailer' | 'config' | 'keys'>;

/**
 * Mails people their notifications, at once or once a day, until it is stopped. Several processes
 * may do so on one database: whoever locks a person's account mails that person.
 */
export function keepPeopleMailed(platform: Platform): { stop(): void } {
  const { notices, log } = platform;
  let turn: Promise<unknown> = Promise.resolve();
  let rounds = 0;
  const run = (work: () => Promise<unknown>) => {
    turn = turn
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'mailing notifications'));
  };
  const mailAll = () => mailDue(platform, new Date());
  const stop = notices.listen(notificationChannel, {
    hear: ({ id }) => run(() => mailPerson(platform, Number(id), new Date())),
    catchUp: () => run(mailAll),
  });
  const timer = setInterval(() => {
    run(mailAll);
    if (rounds++ % roundsPerTidying === 0) {
      run(() => removeOldNotifications(platform.database.orm, new Date()));
    }
  }, intervalMilliseconds);
  timer.unref();
  return {
    stop() {
      stop();
      clearInterval(timer);
    },
  };
}

/** The last moment up to which daily mails tell. */
export function digestMoment(now: Date): Date {
  const moment = new Date(now);
  moment.setUTCHours(digestHourUtc, 0, 0, 0);
  if (moment > now) moment.setUTCDate(moment.getUTCDate() - 1);
  return moment;
}

const isWaiting = eq(notification.mail, 'waiting');

/** Mails everybody who is to be told by mail now. */
export async function mailDue(parts: Parts, now: Date): Promise<void> {
  const people = await parts.database.orm
    .selectDistinct({ id: notification.accountId })
    .from(notification)
    .innerJoin(account, eq(account.id, notification.accountId))
    .where(
      and(
        isWaiting,
        or(eq(account.notificationMail, 'at once'), lt(notification.at, digestMoment(now))),
      ),
    );
  for (const { id } of people) await mailPerson(parts, id, now);
}

/** Mails a person in one mail what waits, if it is time, without what was read on the screen. */
async function mailPerson(parts: Parts, accountId: number, now: Date): Promise<void> {
  await parts.database.orm.transaction(async (transaction) => {
    const [person] = await transaction
      .select()
      .from(account)
      .where(and(eq(account.id, accountId), isNotNull(account.activatedAt)))
      .for('update', { skipLocked: true });
    if (!person) return;
    const ofPerson = eq(notification.accountId, accountId);
    const isDaily = person.notificationMail === 'daily';
    if (!isDaily) {
      const pauseBegan = new Date(now.getTime() - mailPauseSeconds * 1000);
      const isRecent = and(ofPerson, gt(notification.mailedAt, pauseBegan));
      if ((await transaction.$count(notification, isRecent)) > 0) return;
    }
    const due = await selectWithActors(transaction)
      .where(and(ofPerson, isWaiting))
      .orderBy(asc(notification.at));
    if (due.length === 0 || (isDaily && due[0].row.at >= digestMoment(now))) return;
    const news = due.filter(({ row }) => row.readAt === null);
    const sent = new Set(news.map(({ row }) => row.id));
    for (const { row } of due) {
      const outcome = sent.has(row.id)
        ? ({ mail: 'sent', mailedAt: now } as const)
        : ({ mail: 'none' } as const);
      await transaction.update(notification).set(outcome).where(eq(notification.id, row.id));
    }
    if (news.length === 0) return;
    const described = news.map(({ row, actorName }) => ({
      ...describeNotification(row, actorName),
      links: row.links ?? [],
      isOfPlace: row.target.startsWith('place:'),
    }));
    await parts.mailer.send(messageOf(parts, person, described), transaction);
  });
}

type DescribedNews = ReturnType<typeof describeNotification> & {
  readonly links: NonNullable<(typeof notification.$inferSelect)['links']>;
  readonly isOfPlace: boolean;
};

function subjectsOf(news: readonly DescribedNews[]): string {
  if (news.every(({ isOfPlace }) => isOfPlace)) return 'your places';
  return news.some(({ isOfPlace }) => isOfPlace) ? 'your maps and places' : 'your maps';
}

function messageOf(
  { config, keys }: Parts,
  person: typeof account.$inferSelect,
  news: readonly DescribedNews[],
) {
  const { publicUrl } = config;
  const { page, call } = unsubscribeLinks(person.id, { key: keys.unsubscribe, publicUrl });
  const urlOf = (path: string) => new URL(path, publicUrl).href;
  const newsParts = news
    .slice(0, maxPerMail)
    .flatMap(({ sentence, excerpt, address, links, isOfPlace }): MailPart[] => [
      `${sentence}${excerpt === '' ? '.' : ':'}`,
      ...(excerpt === '' ? [] : [{ quote: excerpt }]),
      ...links.map(({ label, address: path, pictures = [] }) => ({
        label,
        url: urlOf(path),
        pictures: pictures.map((each) => ({ caption: each.caption, url: urlOf(each.address) })),
      })),
      { label: isOfPlace ? 'Open the place' : 'Open the map', url: urlOf(address) },
    ]);
  const [first] = news;
  const more = news.length - maxPerMail;
  return {
    to: person.formerEmail ?? person.email,
    subject: news.length === 1 ? first.sentence : `${news.length} news about ${subjectsOf(news)}`,
    parts: [
      `Hello ${person.firstName},`,
      ...newsParts,
      ...(more > 0 ? [`And ${more} more, which the bell on every page lists.`] : []),
      `You choose when you get such mails on your profile: ${urlOf(`/profile/${encodeURIComponent(person.username)}?tab=account`)}`,
    ],
    unsubscribe: { page, call },
  };
}
