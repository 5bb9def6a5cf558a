// Commands of the clip timeline: what stands in the document beside the model.
import type { Id } from '../document/ids';
import { edit } from '../document/store';
import type { ClipView, EventView, PropertyView } from '../graph/types';
import type { Json } from '../document/text';
import * as edits from '../timeline/edits';
import { keyAt, valueAt, type LaneValue } from '../timeline/lane';
import { stepFrame } from '../timeline/math';
import { choose, play, scrub, stop, timeline } from '../timeline/state';
import { live } from '../live/bus';
import { view } from '../app/view';
import { context as contextNow, type View } from './context';
import type { Command } from './types';

const clipOf = (context: View, name: string | undefined): ClipView | undefined =>
  context.clips?.clips.find((clip) => clip.name === name);

const eventOf = (context: View, clip: string, id: Id): EventView | undefined =>
  clipOf(context, clip)?.events.find((event) => event.id === id);

const laneOf = (context: View, clip: string, id: Id): PropertyView | undefined =>
  clipOf(context, clip)?.properties.find((lane) => lane.id === id);

function chosenEvent(context: View): OfEvent | null {
  const { chosen } = timeline.getState();
  const clip = context.state.clip;
  return clip !== undefined && chosen?.what === 'event' && eventOf(context, clip, chosen.id) ? { clip, event: chosen.id } : null;
}

/** The first clip that has one of these, for the generated tests. */
function exampleEvent(context: View): OfEvent | null {
  const clip = context.clips?.clips.find((one) => one.events.length > 0);
  return clip ? { clip: clip.name, event: clip.events[0]!.id } : null;
}

function exampleLane(context: View): OfLane | null {
  const clip = context.clips?.clips.find((one) => one.properties.some((lane) => lane.times.length > 1));
  const lane = clip?.properties.find((one) => one.times.length > 1);
  return clip && lane ? { clip: clip.name, lane: lane.id } : null;
}

const exampleClip = (context: View): string | null => (context.clipsDoc ? (context.clips?.clips[0]?.name ?? 'walk') : null);

interface OfEvent { readonly clip: string; readonly event: Id }
interface OfLane { readonly clip: string; readonly lane: Id }

const whyClip = (context: View): string => (context.state.clip === undefined ? 'Choose a clip in the timeline first.' : '');
const whyEvent = (context: View): string => (chosenEvent(context) ? '' : 'Choose an event in the timeline first.');
const whyLane = (): string => 'Choose a key in the timeline first.';

export const setLoop: Command<{ clip: string; loop: boolean }> = {
  name: 'clip.loop', title: 'Let the clip loop, or not', group: 'clip', changes: 'document',
  args: (context) => {
    const clip = context.state.clip;
    return clip === undefined || !context.clipsDoc ? null : { clip, loop: clipOf(context, clip)?.loop === false };
  },
  why: whyClip,
  run: (context, { clip, loop }) => {
    if (context.clipsDoc) edit(loop ? `Loop ${clip}` : `Play ${clip} once`, context.clipsDoc.id, (c) => edits.setLoop(c, clip, loop));
  },
  example: (context) => {
    const clip = exampleClip(context);
    return clip === null ? null : { clip, loop: clipOf(context, clip)?.loop === false };
  },
};

export const setRoot: Command<{ clip: string; root: Partial<edits.Root> }> = {
  name: 'clip.root', title: 'Say how the clip moves the character', group: 'clip', changes: 'document', menu: false,
  args: () => null, why: whyClip,
  run: (context, { clip, root }) => {
    if (context.clipsDoc) edit(`Root motion of ${clip}`, context.clipsDoc.id, (c) => edits.setRoot(c, clip, root));
  },
  example: (context) => {
    const clip = exampleClip(context);
    return clip === null ? null : { clip, root: { root: clipOf(context, clip)?.root === 'motion' ? 'hold' : 'motion', rootYaw: true } };
  },
};

export const addEvent: Command<{ clip: string; event: edits.NewEvent }> = {
  name: 'clip.event.add', title: 'Add an event at the playhead', group: 'clip', changes: 'document',
  args: (context) => {
    const clip = context.state.clip;
    return clip === undefined || !context.clipsDoc ? null : { clip, event: { time: timeline.getState().time, kind: 'script', name: 'event' } };
  },
  why: whyClip,
  run: (context, { clip, event }) => {
    const { clipsDoc } = context;
    if (!clipsDoc) return;
    let index = -1;
    edit(`Add an event to ${clip}`, clipsDoc.id, (c) => {
      index = edits.addEvent(c, clip, clipOf(context, clip)?.events ?? [], event);
    });
    const made = clipOf(contextNow(), clip)?.events[index];
    if (made) choose({ what: 'event', id: made.id });
  },
  example: (context) => {
    const clip = exampleClip(context);
    return clip === null ? null : { clip, event: { time: 0.25, kind: 'sound', name: 'step' } };
  },
};

export const removeEvent: Command<OfEvent> = {
  name: 'clip.event.remove', title: 'Remove the event', group: 'clip', changes: 'document',
  args: chosenEvent, why: whyEvent,
  run: (context, { clip, event: id }) => {
    const event = eventOf(context, clip, id);
    if (!event || !context.clipsDoc) return;
    edit(`Remove ${event.name}`, context.clipsDoc.id, (c) => edits.removeEvent(c, event));
    choose(null);
  },
  example: exampleEvent,
};

export const placeEvent: Command<OfEvent & { time: number; end?: number | undefined }> = {
  name: 'clip.event.place', title: 'Move the event to the playhead', group: 'clip', changes: 'document',
  args: (context) => {
    const of = chosenEvent(context);
    const event = of && eventOf(context, of.clip, of.event);
    if (!of || !event) return null;
    const { time } = timeline.getState();
    return { ...of, time, end: event.end === undefined ? undefined : time + (event.end - event.time) };
  },
  why: whyEvent,
  run: (context, { clip, event: id, time, end }) => {
    const event = eventOf(context, clip, id);
    if (event && context.clipsDoc) edit(`Move ${event.name}`, context.clipsDoc.id, (c) => edits.placeEvent(c, event, time, end));
  },
  example: (context) => {
    const of = exampleEvent(context);
    const event = of && eventOf(context, of.clip, of.event);
    return of && event ? { ...of, time: event.time + 0.0625, end: event.end === undefined ? undefined : event.end + 0.0625 } : null;
  },
};

export interface EventFields {
  readonly kind?: string;
  readonly name?: string;
  readonly window?: boolean;
  readonly length?: number; // of the clip, for a window that is made
  readonly payload?: Json | null; // null takes it away
}

export const setEvent: Command<OfEvent & EventFields> = {
  name: 'clip.event.set', title: 'Change the event', group: 'clip', changes: 'document', menu: false,
  args: () => null, why: whyEvent,
  run: (context, { clip, event: id, kind, name, window, length, payload }) => {
    const event = eventOf(context, clip, id);
    if (!event || !context.clipsDoc) return;
    edit(`Change ${event.name}`, context.clipsDoc.id, (c) => {
      if (kind !== undefined) edits.setEventKind(c, event, kind);
      if (name !== undefined) edits.setEventName(c, event, name);
      if (payload !== undefined) edits.setPayload(c, event, payload === null ? undefined : payload);
      if (window !== undefined) edits.setWindow(c, event, window, length ?? event.time + 0.1);
    });
  },
  example: (context) => {
    const of = exampleEvent(context);
    return of ? { ...of, kind: 'vfx', name: 'dust', payload: { size: 2 } } : null;
  },
};

export const addLane: Command<{ clip: string; lane: edits.LaneName; time: number; value: LaneValue }> = {
  name: 'clip.lane.add', title: 'Add a property lane', group: 'clip', changes: 'document', menu: false,
  args: () => null, why: whyClip,
  run: (context, { clip, lane, time, value }) => {
    if (context.clipsDoc) edit(`Add the lane ${edits.laneTitle(lane)}`, context.clipsDoc.id, (c) => edits.addLane(c, clip, lane, time, value));
  },
  example: (context) => {
    const clip = exampleClip(context);
    return clip === null ? null : { clip, lane: { component: 'eyes', field: 'open' }, time: 0, value: 1 };
  },
};

export const removeLane: Command<OfLane> = {
  name: 'clip.lane.remove', title: 'Remove the property lane', group: 'clip', changes: 'document', menu: false,
  args: () => null, why: whyLane,
  run: (context, { clip, lane: id }) => {
    const lane = laneOf(context, clip, id);
    if (lane && context.clipsDoc) edit(`Remove the lane ${edits.laneTitle(lane)}`, context.clipsDoc.id, (c) => edits.removeLane(c, lane));
  },
  example: exampleLane,
};

export const setStep: Command<OfLane & { step: boolean }> = {
  name: 'clip.lane.step', title: 'Let the lane step, or interpolate', group: 'clip', changes: 'document', menu: false,
  args: () => null, why: whyLane,
  run: (context, { clip, lane: id, step }) => {
    const lane = laneOf(context, clip, id);
    if (lane && context.clipsDoc) edit(`${step ? 'Step' : 'Interpolate'} ${edits.laneTitle(lane)}`, context.clipsDoc.id, (c) => edits.setStep(c, lane, step));
  },
  example: (context) => {
    const of = exampleLane(context);
    const lane = of && laneOf(context, of.clip, of.lane);
    return of && lane ? { ...of, step: !lane.step } : null;
  },
};

export const setKey: Command<OfLane & { time: number; value?: LaneValue }> = {
  name: 'clip.key.set', title: 'Key the lane', group: 'clip', changes: 'document', menu: false,
  args: () => null, why: whyLane,
  run: (context, { clip, lane: id, time, value }) => {
    const lane = laneOf(context, clip, id);
    if (!lane || !context.clipsDoc) return;
    const put = value ?? valueAt(edits.keysOf(lane), time, lane.step);
    if (put !== undefined) edit(`Key ${edits.laneTitle(lane)}`, context.clipsDoc.id, (c) => edits.setKey(c, lane, time, put));
  },
  example: (context) => {
    const of = exampleLane(context);
    const lane = of && laneOf(context, of.clip, of.lane);
    return of && lane ? { ...of, time: (lane.times[0]! + lane.times[1]!) / 2 } : null;
  },
};

export const removeKey: Command<OfLane & { index: number }> = {
  name: 'clip.key.remove', title: 'Remove the key', group: 'clip', changes: 'document',
  args: (context) => {
    const { chosen } = timeline.getState();
    const clip = context.state.clip;
    return clip !== undefined && chosen?.what === 'key' && laneOf(context, clip, chosen.lane) ? { clip, lane: chosen.lane, index: chosen.index } : null;
  },
  why: whyLane,
  run: (context, { clip, lane: id, index }) => {
    const lane = laneOf(context, clip, id);
    if (!lane || !context.clipsDoc) return;
    edit(`Remove a key of ${edits.laneTitle(lane)}`, context.clipsDoc.id, (c) => edits.removeKey(c, lane, index));
    choose(null);
  },
  example: (context) => {
    const of = exampleLane(context);
    return of ? { ...of, index: 0 } : null;
  },
};

export const moveKey: Command<OfLane & { index: number; time: number }> = {
  name: 'clip.key.move', title: 'Move the key to the playhead', group: 'clip', changes: 'document',
  args: (context) => {
    const of = removeKey.args(context);
    return of && { ...of, time: timeline.getState().time };
  },
  why: whyLane,
  run: (context, { clip, lane: id, index, time }) => {
    const lane = laneOf(context, clip, id);
    if (!lane || !context.clipsDoc) return;
    edit(`Move a key of ${edits.laneTitle(lane)}`, context.clipsDoc.id, (c) => void edits.moveKey(c, lane, index, time));
    choose({ what: 'key', lane: id, index: Math.max(0, keyAt(edits.keysOf(laneOf(context, clip, id) ?? lane), time)) });
  },
  example: (context) => {
    const of = exampleLane(context);
    const lane = of && laneOf(context, of.clip, of.lane);
    return of && lane ? { ...of, index: 0, time: lane.times[lane.times.length - 1]! + 0.125 } : null;
  },
};

const lengthOf = (clip: string): number => live.preview.model?.clips.find((one) => one.name === clip)?.length ?? 0;

const shownClip = ({ state }: View): { clip: string } | null => {
  const clip = state.clip ?? live.preview.model?.clips[0]?.name;
  return clip === undefined ? null : { clip };
};

const whyNoClip = (): string => 'The preview has no model with clips.';

export const record: Command<{ recording: boolean }> = {
  name: 'clip.record', title: 'Record: key what changes at the playhead', group: 'clip', keys: 'Shift+R', changes: 'view',
  args: (context) => (shownClip(context) ? { recording: !context.state.recording } : null), why: whyNoClip,
  run: (_, { recording }) => view.setState({ recording }),
  example: () => ({ recording: false }),
};

export const playClip: Command<{ clip: string }> = {
  name: 'clip.play', title: 'Play or stop the clip', group: 'clip', keys: 'Shift+Space', changes: 'preview',
  args: shownClip, why: whyNoClip,
  run: (_, { clip }) => (timeline.getState().playing ? stop() : play(clip, lengthOf(clip))),
  example: shownClip,
};

const frameCommand = (name: string, title: string, keys: string, by: number): Command<{ clip: string }> => ({
  name, title, keys, group: 'clip', changes: 'preview',
  args: shownClip, why: whyNoClip,
  run: (_, { clip }) => {
    stop();
    const { time, fps } = timeline.getState();
    scrub(clip, stepFrame(time, lengthOf(clip), fps, by));
  },
  example: shownClip,
});

export const nextFrame = frameCommand('clip.next', 'One frame on in the clip', 'Alt+.', 1);
export const previousFrame = frameCommand('clip.previous', 'One frame back in the clip', 'Alt+,', -1);

export const toStart: Command<{ clip: string }> = {
  name: 'clip.start', title: 'To the start of the clip', group: 'clip', keys: 'Shift+Home', changes: 'preview',
  args: shownClip, why: whyNoClip,
  run: (_, { clip }) => scrub(clip, 0),
  example: shownClip,
};

export const clipCommands = [
  record, playClip, nextFrame, previousFrame, toStart,
  setLoop, setRoot, addEvent, removeEvent, placeEvent, setEvent, addLane, removeLane, setStep, setKey, removeKey, moveKey,
] as const;
