"use strict";
// Draws the waveforms of each violation into the element that carries its data.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ROW = 34, HEAD = 26, GROUP = 26, PAD = 7;
  const LETTER = 6.8; // Width of a letter of a label, in pixels.
  const CLOSEST = 4; // Ticks that are seen at least.

  const element = (name, attributes = {}, text) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const shape = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const tickName = (tick) => (tick === 0 ? "start" : `tick ${tick}`);

  // The last change at or before a tick, by its index.
  const changeAt = (changes, tick) => {
    let low = 0, high = changes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (changes[middle][0] <= tick) low = middle; else high = middle - 1;
    }
    return low;
  };
  const valueAt = (signal, tick) => signal.changes[changeAt(signal.changes, tick)][1];

  class Waves {
    constructor(root, data) {
      this.root = root;
      this.data = data;
      this.end = data.ticks + 1;
      this.all = data.signals.every((it) => it.changes.length < 2);
      this.cursor = data.failing;
      this.view = [0, this.end];
      this.build();
      this.layOut();
      new ResizeObserver(() => this.draw()).observe(this.plot);
    }

    build() {
      const tools = element("div", { class: "tools", role: "toolbar", "aria-label": "View" });
      const button = (label, title, action) => {
        const made = element("button", { type: "button", title }, label);
        made.addEventListener("click", action);
        tools.append(made);
      };
      button("Zoom in", "Key +", () => this.zoom(0.5));
      button("Zoom out", "Key −", () => this.zoom(2));
      button("Whole run", "Key 0", () => this.show(0, this.end));
      button("Violation", "Key v", () => this.showViolation());
      const label = element("label");
      this.constant = element("input", { type: "checkbox" });
      this.constant.checked = this.all;
      this.constant.addEventListener("change", () => { this.all = this.constant.checked; this.layOut(); });
      label.append(this.constant, " signals that never change");
      tools.append(label);
      this.where = element("span", { class: "where" });
      tools.append(this.where);

      const board = element("div", { class: "board" });
      this.names = element("div", { class: "names" });
      this.plot = element("div", {
        class: "plot", tabindex: "0", role: "slider", "aria-label": "Tick",
        "aria-valuemin": "0", "aria-valuemax": String(this.data.ticks),
      });
      this.svg = shape("svg", { "aria-hidden": "true" });
      this.plot.append(this.svg);
      board.append(this.names, this.plot);
      this.tip = element("div", { class: "tip", hidden: "" });
      const help = element("p", { class: "unseen" },
        "Arrow keys move by a tick, plus and minus zoom, 0 shows the whole run, v the violation.");
      this.root.append(tools, board, this.tip, help);
      this.listen();
    }

    listen() {
      this.plot.addEventListener("keydown", (event) => this.key(event));
      this.plot.addEventListener("wheel", (event) => {
        // A plain wheel scrolls the page.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
        event.preventDefault();
        const turned = event.deltaY || event.deltaX;
        this.zoom(turned < 0 ? 0.8 : 1.25, this.tickUnder(event));
      }, { passive: false });
      this.plot.addEventListener("pointermove", (event) => this.hover(event));
      this.plot.addEventListener("pointerleave", () => { this.tip.hidden = true; });
      this.plot.addEventListener("pointerdown", (event) => {
        if (event.button === 0) this.grabbed = this.exactTick(event);
      });
      window.addEventListener("pointerup", (event) => this.release(event));
    }

    key(event) {
      const step = event.shiftKey ? 10 : 1;
      const actions = {
        ArrowLeft: () => this.moveTo(this.cursor - step),
        ArrowRight: () => this.moveTo(this.cursor + step),
        PageUp: () => this.moveTo(this.cursor - 10),
        PageDown: () => this.moveTo(this.cursor + 10),
        Home: () => this.moveTo(0),
        End: () => this.moveTo(this.data.ticks),
        "+": () => this.zoom(0.5, this.cursor),
        "-": () => this.zoom(2, this.cursor),
        0: () => this.show(0, this.end),
        v: () => this.showViolation(),
      };
      if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      actions[event.key]();
    }

    exactTick(event) {
      const box = this.plot.getBoundingClientRect();
      const [from, to] = this.view;
      return from + ((event.clientX - box.left) / box.width) * (to - from);
    }

    tickUnder(event) {
      return Math.max(0, Math.min(this.data.ticks, Math.floor(this.exactTick(event))));
    }

    hover(event) {
      this.cursor = this.tickUnder(event);
      this.selection = this.grabbed === undefined ? undefined : [this.grabbed, this.exactTick(event)];
      this.draw();
      const box = this.plot.getBoundingClientRect();
      const y = event.clientY - box.top;
      const row = this.rows.find((it) => it.signal && y >= it.top && y < it.top + ROW);
      const value = row && (valueAt(row.signal, this.cursor) || "no value");
      this.tip.textContent = tickName(this.cursor) + (row ? ` · ${row.signal.name} = ${value}` : "");
      this.tip.hidden = false;
      const frame = this.root.getBoundingClientRect();
      const x = Math.min(event.clientX - frame.left + 14, frame.width - this.tip.offsetWidth - 6);
      this.tip.style.left = `${Math.max(0, x)}px`;
      this.tip.style.top = `${event.clientY - frame.top + 16}px`;
    }

    release(event) {
      if (this.grabbed === undefined) return;
      const ends = [this.grabbed, this.exactTick(event)].sort((a, b) => a - b);
      this.grabbed = this.selection = undefined;
      // A click is no selection.
      if (ends[1] - ends[0] >= 1) this.show(Math.floor(ends[0]), Math.ceil(ends[1]));
      else this.draw();
    }

    moveTo(tick) {
      this.cursor = Math.max(0, Math.min(this.data.ticks, tick));
      const [from, to] = this.view;
      const over = Math.max(0, this.cursor + 1 - to) - Math.max(0, from - this.cursor);
      this.show(from + over, to + over);
    }

    zoom(factor, around = (this.view[0] + this.view[1]) / 2) {
      const [from, to] = this.view;
      this.show(around - (around - from) * factor, around + (to - around) * factor);
    }

    showViolation() {
      this.cursor = this.data.failing;
      this.show(this.data.failing - 15, this.data.failing + 1);
    }

    // Keeps the view inside of the run and wide enough.
    show(from, to) {
      const width = Math.min(this.end, Math.max(CLOSEST, to - from));
      const middle = (from + to) / 2;
      const left = Math.max(0, Math.min(this.end - width, middle - width / 2));
      this.view = [left, left + width];
      this.draw();
    }

    layOut() {
      this.rows = [];
      this.names.replaceChildren(element("div", { style: `height:${HEAD}px` }));
      let top = HEAD, group;
      for (const signal of this.data.signals) {
        if (!this.all && signal.changes.length < 2) continue;
        if (signal.group !== group) {
          group = signal.group;
          this.names.append(element("div", { class: "group", style: `height:${GROUP}px` }, group));
          top += GROUP;
        }
        const name = element("div", { style: `height:${ROW}px` });
        const value = element("output");
        name.append(element("span", { title: signal.name }, signal.name), value);
        this.names.append(name);
        this.rows.push({ signal, top, value });
        top += ROW;
      }
      this.height = top + 4;
      this.draw();
    }

    draw() {
      const width = this.plot.clientWidth;
      if (!width) return;
      const [from, to] = this.view;
      this.x = (tick) => ((tick - from) / (to - from)) * width;
      const parts = [...this.axis(width), this.band("failing", this.data.failing)];
      for (const row of this.rows) parts.push(...this.row(row, width));
      parts.push(this.band("cursor", this.cursor), this.verdict(width));
      if (this.selection) parts.push(this.selected());
      this.svg.setAttribute("height", this.height);
      this.svg.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
      this.svg.replaceChildren(...parts);
      this.tell();
    }

    // What is read instead of seen.
    tell() {
      for (const row of this.rows) row.value.textContent = valueAt(row.signal, this.cursor);
      const [from, to] = this.view.map(Math.round);
      this.where.textContent = `${tickName(this.cursor)} · ${tickName(from)} to ${tickName(to - 1)}`;
      const values = this.rows.map((it) => `${it.signal.name} ${valueAt(it.signal, this.cursor) || "no value"}`);
      const fails = this.cursor === this.data.failing ? ", violated" : "";
      this.plot.setAttribute("aria-valuenow", String(this.cursor));
      this.plot.setAttribute("aria-valuetext", `${tickName(this.cursor)}${fails}: ${values.join(", ")}`);
    }

    band(kind, tick) {
      const width = Math.max(2, this.x(tick + 1) - this.x(tick));
      return shape("rect", { class: kind, x: this.x(tick), y: 0, width, height: this.height });
    }

    verdict(width) {
      const x = this.x(this.data.failing);
      const right = x > width / 2;
      const at = right ? this.x(this.data.failing + 1) - 4 : x + 4;
      const anchor = right ? "end" : "start";
      return shape("text", { class: "violated", x: at, y: 11, "text-anchor": anchor }, "violated");
    }

    selected() {
      const [a, b] = this.selection.map(this.x).sort((one, other) => one - other);
      return shape("rect", { class: "selection", x: a, y: 0, width: b - a, height: this.height });
    }

    axis(width) {
      const [from, to] = this.view;
      const least = ((to - from) / width) * 56;
      let step = 1;
      for (const factor of [2, 2.5, 2]) if (step < least) step *= factor;
      while (step < least) step *= 10;
      step = Math.ceil(step);
      const parts = [];
      for (let tick = Math.ceil(from / step) * step; tick < to; tick += step) {
        const x = this.x(tick);
        parts.push(shape("line", { class: "grid", x1: x, x2: x, y1: HEAD, y2: this.height }));
        parts.push(shape("text", { class: "axis", x: x + 3, y: HEAD - 3 }, tick));
      }
      return parts;
    }

    // The stretches of a signal that are in view: where, its words, and its height if it has one.
    stretches(signal) {
      const [from, to] = this.view;
      const found = [];
      const { changes } = signal;
      for (let at = changeAt(changes, Math.floor(from)); at < changes.length && changes[at][0] < to; at++) {
        const next = at + 1 < changes.length ? changes[at + 1][0] : this.end;
        const [start, text, height] = changes[at];
        found.push({ left: this.x(Math.max(start, from)), right: this.x(Math.min(next, to)), text, height });
      }
      return found;
    }

    row({ signal, top }, width) {
      const stretches = this.stretches(signal);
      const parts = [shape("line", { class: "grid", x1: 0, x2: width, y1: top + ROW, y2: top + ROW })];
      const drawn = signal.shape === "text" ? this.boxes(stretches, top) : this.steps(signal, stretches, top);
      parts.push(...drawn);
      if (signal.shape !== "bit") parts.push(...this.labels(stretches, top));
      return parts;
    }

    steps(signal, stretches, top) {
      const heights = signal.changes.map((it) => it[2]).filter((it) => it !== null);
      let low = Infinity, high = -Infinity;
      for (const it of heights) { low = Math.min(low, it); high = Math.max(high, it); }
      if (signal.shape === "bit") [low, high] = [0, 1];
      const room = ROW - 2 * PAD;
      const y = (height) => top + PAD + room * (high === low ? 0.5 : 1 - (height - low) / (high - low));
      let line = "", area = "", pen = false;
      for (const { left, right, height } of stretches) {
        if (height === null) { pen = false; continue; }
        line += `${pen ? "L" : "M"}${left} ${y(height)}H${right}`;
        area += `M${left} ${top + ROW}V${y(height)}H${right}V${top + ROW}Z`;
        pen = true;
      }
      return [shape("path", { class: "area", d: area }), shape("path", { class: "wave", d: line })];
    }

    boxes(stretches, top) {
      let line = "";
      for (const { left, right, text } of stretches) {
        if (text) line += `M${left} ${top + PAD}H${right}V${top + ROW - PAD}H${left}Z`;
      }
      return [shape("path", { class: "wave", d: line })];
    }

    labels(stretches, top) {
      const fits = stretches.filter(({ left, right, text }) => text && text.length * LETTER + 8 < right - left);
      return fits.map(({ left, text }) => shape("text", { x: left + 4, y: top + ROW / 2 + 4 }, text));
    }
  }

  for (const root of document.querySelectorAll(".waves")) {
    const data = JSON.parse(root.querySelector("script").textContent);
    new Waves(root, data);
  }
})();
