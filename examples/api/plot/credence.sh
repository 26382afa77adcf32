credence plot "$UX" --output value.png
