// Choosing a card at the table: what can be done with it stands beside it, or its story.

import { actionsOfCard, focusBeside, focusedCard, leaving } from "hanabi/acting";
import { storyBox } from "hanabi/story";

/** What chooses cards and leaves them. @param {Seated} state of the page @param {() => void} draw */
export function choosing(state, draw) {
  /** Look at a card, with its story or without; at none. @param {number | null} selected @param {number | null} [story] @param {number[]} [choices] */
  function look(selected, story = null, choices = []) {
    Object.assign(state, { selected, story, choices });
    draw();
  }

  /** Leave the card that was chosen, which gets the focus back. */
  const leave = () => leaving(() => look(null));

  /**
   * Choose a card, or leave it if it was chosen; the first thing to do with it gets the focus, or its story if there is none.
   * @param {number} seat
   * @param {number} slot
   * @param {Held} held
   */
  function card(seat, slot, { id }) {
    if (state.selected === id) return leave();
    const actions = actionsOfCard(state.told.position, seat, slot);
    if (seat !== state.told.seat) state.target = seat;
    look(id, actions.length ? null : id, actions.map((each) => each.id));
    focusBeside();
  }

  /** Tell the story of the card that has the focus, or that was chosen. */
  function tell() {
    const id = focusedCard(state.told.position)?.id ?? state.selected;
    if (id === null || state.asText) return;
    look(id, id, id === state.selected ? state.choices : []);
    focusBeside();
  }

  /** Begin the story of the card that was chosen, or end it. */
  const turnStory = () => (tells() ? look(state.selected, null, state.choices) : tell());

  const tells = () => state.story !== null && state.story === state.selected;

  /** What draws the story, if it is told. @param {BoardTold} board as it is drawn */
  function story(board) {
    const { seat, log } = state.told, about = { ...board, viewer: seat, log };
    return tells() ? (/** @type {number} */ of, /** @type {number} */ slot) => storyBox(about, of, slot) : null;
  }

  return { look, leave, card, tell, turnStory, tells, story };
}
