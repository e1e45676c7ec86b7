import type { CDPSession } from '@playwright/test';

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly type?: string }; readonly name?: string };
}

/** What Chromium's own timeline counts as scripting. */
const scripting: ReadonlySet<string> = new Set([
  'EventDispatch',
  'EvaluateScript',
  'FireAnimationFrame',
  'FunctionCall',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
]);
/** Work within a script that the timeline counts apart: style and layout that a script asks for. */
const drawing: ReadonlySet<string> = new Set(['Layout', 'UpdateLayoutTree', 'Paint']);

/** Records the page's timeline while it does something. */
export async function recordTimeline(
  session: CDPSession,
  work: () => Promise<void>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', '__metadata'] },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

/**
 * Milliseconds of scripting on the page's main thread that follow each input event of a kind, up to the
 * next one.
 *
 * @param type such as `pointermove`
 */
export function scriptingPerEvent(events: readonly TraceEvent[], type: string): number[] {
  const spans = spansOfThread(events, mainThreadOf(events, type));
  const starts = spans
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type)
    .map(({ ts }) => ts);
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = spans.filter(({ ts }) => ts >= start && ts < end);
    const scripts = microsecondsOf(within.filter(({ name }) => scripting.has(name)));
    const inner = within.filter(
      (span) => drawing.has(span.name) && within.some((script) => isScriptAround(script, span)),
    );
    return (scripts - microsecondsOf(inner)) / 1000;
  });
}

type Span = TraceEvent & { readonly dur: number };

function spansOfThread(events: readonly TraceEvent[], thread: TraceEvent): Span[] {
  return events
    .filter((event): event is Span => event.ph === 'X' && event.dur !== undefined)
    .filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid)
    .sort((a, b) => a.ts - b.ts);
}

function mainThreadOf(events: readonly TraceEvent[], type: string): TraceEvent {
  const event = events.find((each) => each.args?.data?.type === type);
  if (event === undefined) throw new Error(`The page has had no ${type}.`);
  return event;
}

function isScriptAround(script: Span, { ts }: Span): boolean {
  return scripting.has(script.name) && script.ts <= ts && ts < script.ts + script.dur;
}

/** The length of the union of spans, which may lie in each other. */
function microsecondsOf(spans: readonly Span[]): number {
  let [sum, covered] = [0, Number.NEGATIVE_INFINITY];
  for (const { ts, dur } of spans) {
    const end = ts + dur;
    sum += Math.max(0, end - Math.max(ts, covered));
    covered = Math.max(covered, end);
  }
  return sum;
}
