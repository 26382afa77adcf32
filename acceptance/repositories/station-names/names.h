#define NAME_OF_THE_STATION "Zugspitze"
